#pragma once

#include <cstdint>

#include "tools/make_assets/landscape/forest.h"
#include "tools/make_assets/landscape/vector.h"

namespace texelscope::assets {

/// A mountain lake in the evening, drawn by tracing rays: stones in shallow water, a forest on the far bank, mountains
/// with snow, and clouds. The same for the same pixel, whoever asks in whatever order.
class Landscape {
 public:
  /// Light that arrives at the camera along a direction; `pixel` is the angle that a pixel covers, `seed` picks the
  /// jitter of one sample.
  [[nodiscard]] Vector look(Vector direction, float pixel, std::uint32_t seed) const;

  /// An 8-bit colour of a pixel, in sRGB, of a picture of that size.
  struct Pixel {
    unsigned char red, green, blue;
  };
  /// @param samples rays for a pixel along each side.
  [[nodiscard]] Pixel pixel(int x, int y, int width, int height, int samples) const;

 private:
  struct Hit;
  [[nodiscard]] Hit trace(Vector from, Vector direction, float pixel, float start, int steps) const;
  [[nodiscard]] Vector far_light(Vector from, Vector direction, float pixel, int quality, float jitter) const;
  [[nodiscard]] Vector shade_terrain(Vector p, float detail) const;
  [[nodiscard]] Vector shade_tree(Vector p, const Forest::Needle& needle, float detail) const;
  [[nodiscard]] Vector water(Vector from, Vector direction, float distance, float pixel, float jitter) const;

  Forest forest_;
};

}  // namespace texelscope::assets
