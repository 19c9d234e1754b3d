#include "app/documents/not_finite.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace texelscope::app {

std::optional<Point> next_not_finite(const Image& image, const Point& start) {
  if (image.type != gpu::DataType::float32) {
    return std::nullopt;
  }
  const auto channels = static_cast<std::size_t>(image.channels);
  const auto width = static_cast<std::size_t>(image.width);
  const std::size_t pixels = width * static_cast<std::size_t>(image.height);
  const auto column = static_cast<std::size_t>(std::clamp(std::floor(start.x), 0.0, image.width - 1.0));
  const auto row = static_cast<std::size_t>(std::clamp(std::floor(start.y), 0.0, image.height - 1.0));
  for (std::size_t step = 1; step <= pixels; ++step) {
    const std::size_t pixel = (row * width + column + step) % pixels;
    for (std::size_t channel = 0; channel < channels; ++channel) {
      if (!std::isfinite(sample_of<float>(image, pixel * channels + channel))) {
        return Point{static_cast<double>(pixel % width), static_cast<double>(pixel / width)};
      }
    }
  }
  return std::nullopt;
}

}  // namespace texelscope::app
