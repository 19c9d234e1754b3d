#pragma once

#include <cstdint>

#include "tools/make_assets/landscape/vector.h"

namespace texelscope::assets {

/// The stony bank in front of the camera, as heights over the water.
struct Shore {
  float height = 0;
  /// The stone on top here; 0 for gravel.
  std::uint32_t stone = 0;
  /// Radius of that stone in metres.
  float size = 0;
};

/// Farther away there is no shore, only lake.
inline constexpr float shore_end = 60;

/// `detail` is the size of a pixel in metres: smaller stones are left out.
Shore shore(float x, float z, float detail);
/// The bank without its stones.
float shore_ground(float x, float z);
Vector shore_normal(float x, float z, float detail);
/// Colour of the surface when dry.
Vector shore_colour(Vector p, const Shore& at);

}  // namespace texelscope::assets
