#include "app/compare/mask.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "app/compare/colors.h"

namespace texelscope::app {

std::vector<std::uint8_t> mask_of(std::span<const PixelRectangle> rectangles, int width, int height) {
  if (rectangles.empty()) {
    return {};
  }
  std::vector<std::uint8_t> mask(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  for (const PixelRectangle& rectangle : rectangles) {
    const int left = std::clamp(rectangle.x, 0, width);
    const int right = static_cast<int>(
        std::clamp(std::int64_t{rectangle.x} + rectangle.width, std::int64_t{left}, std::int64_t{width}));
    const int top = std::clamp(rectangle.y, 0, height);
    const int bottom = static_cast<int>(
        std::clamp(std::int64_t{rectangle.y} + rectangle.height, std::int64_t{top}, std::int64_t{height}));
    for (int row = top; row < bottom; ++row) {
      const auto first = mask.begin() + static_cast<std::ptrdiff_t>(row) * width;
      std::fill(first + left, first + right, std::uint8_t{1});
    }
  }
  return mask;
}

Image masked(Image image, std::span<const std::uint8_t> mask) {
  with_sample_type(image.type, [&](auto sample) {
    using Sample = decltype(sample);
    constexpr Sample white = full_value<Sample>;
    const auto channels = static_cast<std::size_t>(image.channels);
    for (std::size_t pixel = 0; pixel < mask.size(); ++pixel) {
      for (std::size_t channel = 0; mask[pixel] != 0 && channel < channels; ++channel) {
        std::memcpy(image.pixels.data() + (pixel * channels + channel) * sizeof(Sample), &white, sizeof(Sample));
      }
    }
  });
  return image;
}

}  // namespace texelscope::app
