#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "app/scene/scene.h"

namespace texelscope::tests {

/// The image that a renderer must draw, summed point by point.
[[nodiscard]] inline std::vector<std::byte> sum_points(std::span<const app::PointVertex> points,
                                                       const std::array<std::uint8_t, 4>& background, int width,
                                                       int height) {
  std::vector<std::byte> pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    pixels[i] = static_cast<std::byte>(background[i % 4]);
  }
  for (const app::PointVertex& point : points) {
    if (point.x < 0 || point.y < 0 || point.x >= width || point.y >= height) {
      continue;
    }
    std::byte* const pixel =
        pixels.data() + (static_cast<std::size_t>(point.y) * static_cast<std::size_t>(width) + point.x) * 4;
    for (std::size_t channel = 0; channel < 4; ++channel) {
      pixel[channel] =
          static_cast<std::byte>(std::min(std::to_integer<int>(pixel[channel]) + point.color[channel], 255));
    }
  }
  return pixels;
}

/// Bright points beside, above and below a square frame, up to the limits of vertex coordinates.
[[nodiscard]] inline std::vector<app::PointVertex> points_outside(std::int16_t side) {
  constexpr auto most = std::numeric_limits<std::int16_t>::max();
  constexpr auto least = std::numeric_limits<std::int16_t>::min();
  std::vector<app::PointVertex> points;
  for (const std::int16_t far : {least, std::int16_t{-1}, side, most}) {
    points.push_back({far, 2, {255, 255, 255, 255}});
    points.push_back({2, far, {255, 255, 255, 255}});
    points.push_back({far, far, {255, 255, 255, 255}});
  }
  return points;
}

/// Points in and around a frame, with multiple points on most pixels and colors from 0 to `brightest`.
[[nodiscard]] inline std::vector<app::PointVertex> scattered_points(std::size_t count, int width, int height,
                                                                    std::uint32_t brightest) {
  std::vector<app::PointVertex> points(count);
  std::uint32_t state = 1;
  const auto draw = [&state](std::uint32_t below) {
    state = state * 1664525U + 1013904223U;
    return (state >> 8U) % below;
  };
  for (app::PointVertex& point : points) {
    point.x = static_cast<std::int16_t>(static_cast<int>(draw(static_cast<std::uint32_t>(width) + 4)) - 2);
    point.y = static_cast<std::int16_t>(static_cast<int>(draw(static_cast<std::uint32_t>(height) + 4)) - 2);
    for (std::uint8_t& channel : point.color) {
      channel = static_cast<std::uint8_t>(draw(brightest + 1));
    }
  }
  return points;
}

}  // namespace texelscope::tests
