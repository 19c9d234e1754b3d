#pragma once

#include "app/compare/image_pair.h"

namespace texelscope::app {

/// The largest extents of each half of a "place" picture.
inline constexpr int place_width = 160;
inline constexpr int place_height = 120;

/// Adds the picture of kind "place" to the images of a failing pair: the surroundings of its largest cluster in the
/// expected image, and next to it, those in the actual one, both at the same scale. A half is black if its image is
/// missing. Without clusters, shows where the sizes differ, or else the whole image. Sets PairResult::place.
void add_place_picture(const ImagePair& pair, PairResult& result);

}  // namespace texelscope::app
