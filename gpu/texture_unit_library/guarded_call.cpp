#include "gpu/texture_unit_library/guarded_call.h"

#include <array>
#include <cstdio>
#include <exception>
#include <new>

namespace texelscope::gpu::texture_unit_library {
namespace {

/// An array, because the destructor of a string would keep the library loaded until the thread ends.
thread_local std::array<char, 1024> last_error{};

void store_error(const char* function, const char* message) noexcept {
  const int length = std::snprintf(last_error.data(), last_error.size(), "%s: %s", function, message);
  if (length < static_cast<int>(last_error.size())) {
    return;
  }
  // Cut before the last character of UTF-8, which may be incomplete.
  std::size_t end = last_error.size() - 2;
  while (end > 0 && (static_cast<unsigned char>(last_error[end]) & 0xC0U) == 0x80U) {
    --end;
  }
  last_error[end] = '\0';
}

}  // namespace

texelscope_status report_exception(const char* function) noexcept {
  try {
    throw;
  } catch (const InvalidArgument& error) {
    store_error(function, error.what());
    return TEXELSCOPE_INVALID_ARGUMENT;
  } catch (const std::bad_alloc&) {
    store_error(function, "out of memory: use smaller textures or fewer of them");
    return TEXELSCOPE_OUT_OF_MEMORY;
  } catch (const std::exception& error) {
    store_error(function, error.what());
  } catch (...) {
    store_error(function, "an unknown error: please report it");
  }
  return TEXELSCOPE_INTERNAL_ERROR;
}

}  // namespace texelscope::gpu::texture_unit_library

const char* texelscope_last_error() { return texelscope::gpu::texture_unit_library::last_error.data(); }

const char* texelscope_texture_unit_version() { return TEXELSCOPE_VERSION; }
