#include "gpu/files/environment.h"
#include "gpu/files/file_cache.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/module.h"

namespace texelscope::gpu {
namespace {

constexpr std::string_view folder_in_cache = "texelscope/programs";

}  // namespace

ProgramCache ProgramCache::of_user() {
  if (const auto cache = named_folder("XDG_CACHE_HOME")) {
    return ProgramCache{*cache / folder_in_cache};
  }
  if (const auto home = named_folder("HOME")) {
    return ProgramCache{*home / ".cache" / folder_in_cache};
  }
  throw Unavailable("no program cache directory: neither XDG_CACHE_HOME nor HOME names one; specify a folder");
}

std::uintmax_t ProgramCache::size_bytes() const { return FileCache{folder_, max_bytes_}.size_bytes(); }

void ProgramCache::clear() const { FileCache{folder_, max_bytes_}.clear(); }

}  // namespace texelscope::gpu
