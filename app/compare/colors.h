#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/images/image.h"

namespace texelscope::app {

/// A value for each pixel, row by row.
struct Plane {
  int width = 0;
  int height = 0;
  std::vector<float> values;

  [[nodiscard]] const float* row(int y) const {
    return values.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(width);
  }
  [[nodiscard]] float* row(int y) {
    return values.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(width);
  }
};

/// What `work` makes of a value of the type that an image's have.
template <class Work>
auto with_sample_type(gpu::DataType type, Work&& work) {
  switch (type) {
    case gpu::DataType::float32:
      return work(float{});
    case gpu::DataType::uint16:
      return work(std::uint16_t{});
    default:
      return work(std::uint8_t{});
  }
}

[[nodiscard]] Plane make_plane(int width, int height);

/// Red, green and blue as stored (sRGB), 0…1; what is below, above or NaN is clamped.
struct Colors {
  Plane red;
  Plane green;
  Plane blue;
};

[[nodiscard]] Colors colors_of(const Image& image);

/// Red, green, blue, alpha of the same type: grey in all three, a missing alpha is opaque.
[[nodiscard]] Image with_four_channels(const Image& image);

/// The image, or its colours in 8 bits with averaged pixels, whole numbers of them, where an extent is above `limit`.
[[nodiscard]] Image reduced(const Image& image, int limit);

}  // namespace texelscope::app
