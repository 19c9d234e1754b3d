#include "app/accesses/recorded_scenes.h"

#include <fmt/format.h>

#include <system_error>

#include "texelscope/gpu/error.h"

namespace texelscope::app {

std::filesystem::path recorded_scenes() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path module =
      (program.parent_path() / "../lib/texelscope/texelscope_recorded_scenes.so").lexically_normal();
  if (error || !std::filesystem::exists(module, error)) {
    throw gpu::Unavailable(fmt::format(
        "the scenes cannot be recorded, because {} does not exist; build the target texelscope_recorded_scenes, or "
        "install the whole package",
        module.string()));
  }
  return module;
}

std::filesystem::path find_scene_source(const std::filesystem::path& file) {
  std::error_code error;
  std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  for (;; folder = folder.parent_path()) {
    // An absolute file replaces the folder.
    if (std::filesystem::path found = folder / file; std::filesystem::is_regular_file(found, error)) {
      return found;
    }
    if (folder == folder.parent_path()) {
      return {};
    }
  }
}

}  // namespace texelscope::app
