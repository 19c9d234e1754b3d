#pragma once

#include <optional>

#include "app/compare/image_pair.h"
#include "app/images/pixel_rectangle.h"

namespace texelscope::app {

/// The largest extents of each half of a "place" picture.
inline constexpr int place_width = 160;
inline constexpr int place_height = 120;

/// The surroundings of a failing pair's largest cluster.
struct PlaceImage {
  /// In the expected image, and next to it, those in the actual one, both at the same scale, as RGB of 8 bits. A half
  /// is black if its image is missing.
  Image image;
  /// In the pixels of the images.
  PixelRectangle place{};
};

/// Without clusters, shows where the sizes differ, or else the whole image; nothing without images.
[[nodiscard]] std::optional<PlaceImage> place_image(const ImagePair& pair, const PairResult& result);

/// Adds the place_image() as the picture of kind "place", and sets PairResult::place.
void add_place_picture(const ImagePair& pair, PairResult& result);

}  // namespace texelscope::app
