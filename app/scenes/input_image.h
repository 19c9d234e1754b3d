#pragma once

#include <memory>

#include "app/images/image.h"
#include "app/scene/scene.h"
#include "texelscope/gpu/cuda_array.h"

/// The input images of scenes.
namespace texelscope::app {

/// The picture of a scene without an input: assets/photo.png, or a pattern if the assets are not installed. It is read
/// once per process; thread-safe. @throws FileError if the file exists but cannot be read.
[[nodiscard]] std::shared_ptr<const Image> builtin_image();

/// The picture passed to a scene, or the built-in one.
[[nodiscard]] std::shared_ptr<const Image> picture_or_builtin(std::shared_ptr<const Image> given);

/// Color gradients, with a different color in each corner and fine checks: shows orientation, filtering and edges.
[[nodiscard]] Image pattern_image(int width, int height);

/// The picture passed to a scene, or the built-in one, as an array.
[[nodiscard]] gpu::CUDAArray input_array(const SceneSetup& setup);

/// Writes an image's texels to an array of its size, and waits until they are written.
void upload(const SceneSetup& setup, const Image& image, const gpu::CUDAArray& array);

}  // namespace texelscope::app
