#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "gpu/texture_unit_library/include/texelscope_texture_unit.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu::texture_unit_library {

/// Stores the message of the current exception as the last error of this thread, and returns its status.
[[nodiscard]] texelscope_status report_exception(const char* function) noexcept;

/// Runs the body of a public function: no exception leaves the library.
template <class Body>
[[nodiscard]] texelscope_status guarded_call(const char* function, const Body& body) noexcept {
  try {
    body();
    return TEXELSCOPE_SUCCESS;
  } catch (...) {
    return report_exception(function);
  }
}

/// @throws InvalidArgument for a null pointer. `name` is the parameter's.
inline void require(const void* pointer, const char* name) {
  if (pointer == nullptr) {
    throw InvalidArgument(std::string(name) + " is NULL: pass an address");
  }
}

/// A copy of a structure whose first member is its size as the caller knows it. A caller with a later header may pass a
/// larger structure, as long as it uses nothing of what this library does not know. A version that appends members must
/// also accept the sizes of earlier versions, and read the rest as 0.
/// @throws InvalidArgument for null, for a smaller structure, and for unknown members that are not 0.
template <class Structure>
[[nodiscard]] Structure read_structure(const Structure* given, const char* name) {
  constexpr std::size_t largest = 4096;
  require(given, name);
  std::uint32_t size = 0;
  std::memcpy(&size, given, sizeof size);
  if (size < sizeof(Structure) || size > largest) {
    throw InvalidArgument("struct_size of " + std::string(name) + " is " + std::to_string(size) +
                          ": set it to the structure's sizeof, here " + std::to_string(sizeof(Structure)));
  }
  const auto* const bytes = reinterpret_cast<const unsigned char*>(given);
  for (std::size_t index = sizeof(Structure); index < size; ++index) {
    if (bytes[index] != 0) {
      throw InvalidArgument(std::string(name) + " sets members that this version of the library does not have: " +
                            "install a newer one, or leave them 0");
    }
  }
  Structure copy;
  std::memcpy(&copy, given, sizeof copy);
  return copy;
}

}  // namespace texelscope::gpu::texture_unit_library
