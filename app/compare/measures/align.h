#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/images/image.h"

namespace texelscope::app {

/// Two images on one canvas: the smallest rectangle of their files' coordinates that contains the pixels of both.
struct AlignedImages {
  /// Both of the canvas' size; pixels that an image does not have are 0.
  Image expected;
  Image actual;
  /// 1 for each pixel, row by row, of only one of the images, and of neither; otherwise 0.
  std::vector<std::uint8_t> missing;
  std::vector<std::uint8_t> absent;
};

/// Whether two images have pixels at different places of their files' coordinates, and can be compared on one canvas:
/// they have the same display window or the same size, and are not too far apart.
[[nodiscard]] bool need_alignment(const Image& expected, const Image& actual);

/// Whether the canvas of two images is not too large.
[[nodiscard]] bool can_be_aligned(const Image& expected, const Image& actual);
/// The pixels that both images have; an empty rectangle for none.
[[nodiscard]] PixelRectangle common_part(const Image& one, const Image& other);

/// Two images that can be aligned.
[[nodiscard]] AlignedImages aligned(const Image& expected, const Image& actual);

/// The pixels of an image in its file's coordinates.
[[nodiscard]] PixelRectangle place_of(const Image& image);

/// A shape of pixels and its place in the file's coordinates, if that is not (0, 0): "4x3 at (2, 3)".
[[nodiscard]] std::string place_text(const Image& image);

}  // namespace texelscope::app
