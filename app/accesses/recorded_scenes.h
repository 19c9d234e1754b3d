#pragma once

#include <filesystem>

namespace texelscope::app {

/// The library with the scenes' kernels for recording: lib/texelscope/texelscope_recorded_scenes.so beside the
/// program's folder. @throws gpu::Unavailable if it does not exist.
[[nodiscard]] std::filesystem::path recorded_scenes();

}  // namespace texelscope::app
