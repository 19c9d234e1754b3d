#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <variant>
#include <vector>

#include "app/images/image.h"
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

/// The pixels whose centers are inside a closed line, by the even-odd rule. A center on a left or an upper edge is
/// inside, one on a right or a lower edge is not, so that polygons side by side share no pixel.
struct MaskPolygon {
  std::vector<MaskPoint> corners;
  bool operator==(const MaskPolygon&) const = default;
};

/// The pixels that are not black (red, green or blue is not 0) in an image file of the size of the images that are
/// compared.
struct MaskImage {
  std::filesystem::path path;
  bool operator==(const MaskImage&) const = default;
};

/// Pixels that a comparison leaves out.
using MaskShape = std::variant<PixelRectangle, MaskPolygon, MaskImage>;

/// The pixels of a size that a comparison leaves out, row by row: 1 for those that a shape has, else 0. Empty where
/// there is no shape: none is left out. @throws FileError for a mask image that cannot be read or has another size,
/// gpu::InvalidArgument for a coordinate beyond max_mask_coordinate.
[[nodiscard]] std::vector<std::uint8_t> mask_of(std::span<const MaskShape> shapes, int width, int height);

/// The same of rectangles alone.
[[nodiscard]] std::vector<std::uint8_t> mask_of(std::span<const PixelRectangle> rectangles, int width, int height);

/// The image with these pixels white and opaque: two images that are masked alike are the same there.
[[nodiscard]] Image masked(Image image, std::span<const std::uint8_t> mask);

}  // namespace texelscope::app
