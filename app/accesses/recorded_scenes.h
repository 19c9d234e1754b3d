#pragma once

#include <filesystem>

namespace texelscope::app {

/// The library with the scenes' kernels for recording: lib/texelscope/texelscope_recorded_scenes.so beside the
/// program's folder. @throws gpu::Unavailable if it does not exist.
[[nodiscard]] std::filesystem::path recorded_scenes();

/// The source file of a place in their kernels: `file`, or below a folder above the program if it is relative, as in a
/// build folder. Empty if there is none.
[[nodiscard]] std::filesystem::path find_scene_source(const std::filesystem::path& file);

}  // namespace texelscope::app
