#pragma once

#include <memory>
#include <optional>

#include "app/images/image.h"
#include "app/scene/scene.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/mipmapped_array.h"

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

/// The picture passed to a scene, or the built-in one, as level 0 of a mipmapped array with all levels, which surfaces
/// can write. The other levels are undefined.
[[nodiscard]] gpu::MipmappedArray input_levels(const SceneSetup& setup);

/// The extents of a picture's tiles in the layers of an array, row by row; the last ones may be partly unused.
struct PictureTiles {
  int width = 0;
  int height = 0;
  int columns = 1;
  int rows = 1;
};

/// The tiles of a picture that exceeds the device's limit for 2D arrays; nothing for one that fits an array.
[[nodiscard]] std::optional<PictureTiles> tiles_of(const gpu::DeviceProperties& device, const Image& image);

/// The picture, or the built-in one, as an array with one layer per tile.
[[nodiscard]] gpu::CUDAArray tiled_input_array(const SceneSetup& setup, const PictureTiles& tiles);

/// Writes an image's texels to an array of its size, and waits until they are written.
void upload(const SceneSetup& setup, const Image& image, const gpu::CUDAArray& array);

}  // namespace texelscope::app
