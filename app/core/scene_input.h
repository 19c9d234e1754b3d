#pragma once

#include <filesystem>
#include <memory>

#include "app/core/image.h"
#include "app/core/scene.h"

namespace texelscope::app {

/// What an image is for a scene.
[[nodiscard]] SceneInput kind_of(const Image& image);

/// `image` where the scene works on one of its kind; else null, for the scene's own.
[[nodiscard]] std::shared_ptr<const Image> input_for(const SceneDeclaration& scene, std::shared_ptr<const Image> image);

/// Reads an image file, or an .npy file: (h, w) and (h, w, channels) are pictures of 1, 2 or 4 channels, and numbers
/// that no picture has become float32; (d, h, w) is a volume of float32, its lowest number 0, its highest 1 and NaN 0.
/// Three axes are a picture where the last is 1, 2 or 4.
/// @throws FileError, gpu::InvalidArgument, with what to do.
[[nodiscard]] Image load_scene_input(const std::filesystem::path& path);

}  // namespace texelscope::app
