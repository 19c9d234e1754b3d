#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <variant>
#include <vector>

#include "app/images/image.h"
#include "app/images/image_file.h"
#include "app/images/pixel_rectangle.h"

namespace texelscope::app {

/// The largest magnitude of a coordinate.
inline constexpr double max_mask_coordinate = 1e6;

/// A point in pixels from the upper left corner of an image: the center of its first pixel is (0.5, 0.5).
struct MaskPoint {
  double x = 0;
  double y = 0;
  bool operator==(const MaskPoint&) const = default;
};

/// The pixels with centers inside a polygon, by the even-odd rule. A center on a left or upper edge is inside, and a
/// center on a right or lower edge is not, so adjacent polygons share no pixel.
struct MaskPolygon {
  std::vector<MaskPoint> corners;
  bool operator==(const MaskPolygon&) const = default;
};

/// The pixels that are not black (red, green or blue is not 0) in an image file of the size of the compared images.
struct MaskImage {
  std::filesystem::path path;
  /// FilePlace::within.
  gpu::Folder within{};
  bool operator==(const MaskImage&) const = default;
};

/// Pixels that a comparison ignores.
using MaskShape = std::variant<PixelRectangle, MaskPolygon, MaskImage>;

/// The ignored pixels of an image of this size, row by row: 1 for those inside a shape, otherwise 0. Empty if there are
/// no shapes. @throws FileError for a mask image that cannot be read or has a different size, gpu::InvalidArgument for
/// a coordinate beyond max_mask_coordinate.
[[nodiscard]] std::vector<std::uint8_t> mask_of(std::span<const MaskShape> shapes, int width, int height);

/// The ignored pixels of an image, whose place in its file's coordinates is that of the shapes. Mask images have the
/// size of `expected`, whose pixels are those of the image or a part of them.
[[nodiscard]] std::vector<std::uint8_t> mask_of(std::span<const MaskShape> shapes, const PixelRectangle& image,
                                                const PixelRectangle& expected);

/// The pixels inside any of these rectangles, likewise.
[[nodiscard]] std::vector<std::uint8_t> mask_of(std::span<const PixelRectangle> rectangles, int width, int height);

/// The image with these pixels white and opaque: two images with the same mask are equal there.
[[nodiscard]] Image masked(Image image, std::span<const std::uint8_t> mask);

}  // namespace texelscope::app
