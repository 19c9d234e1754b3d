#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "render/gl/viewport_pass.h"

namespace texelscope::tests {

/// An RGBA8 pixel.
struct Pixel {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
  std::uint8_t alpha = 255;

  bool operator==(const Pixel&) const = default;
};

/// A picture in memory, rows from top to bottom.
template <typename Value>
struct Picture {
  int width = 0;
  int height = 0;
  std::vector<Value> values;

  [[nodiscard]] const Value& at(int x, int y) const {
    return values[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
  }
  [[nodiscard]] Value& at(int x, int y) {
    return values[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
  }
};

template <typename Value>
Picture<Value> make_picture(int width, int height) {
  return {width, height, std::vector<Value>(static_cast<std::size_t>(width) * static_cast<std::size_t>(height))};
}

/// An interval of an axis.
struct Interval {
  double low = 0;
  double high = 0;

  [[nodiscard]] double length() const { return std::max(high - low, 0.0); }
  [[nodiscard]] Interval within(double from, double to) const { return {std::max(low, from), std::min(high, to)}; }
};

inline std::uint8_t to_byte(double value) {
  return static_cast<std::uint8_t>(std::floor(std::clamp(value, 0.0, 1.0) * 255 + 0.5));
}

/// The premultiplied mean over an area, in texels.
inline std::array<double, 4> mean_over(const Picture<Pixel>& image, const Interval& across, const Interval& down) {
  std::array<double, 4> sum{};
  double total = 0;
  for (int y = static_cast<int>(std::floor(down.low)); y < down.high; ++y) {
    for (int x = static_cast<int>(std::floor(across.low)); x < across.high; ++x) {
      const Pixel& texel = image.at(x, y);
      const double weight = across.within(x, x + 1).length() * down.within(y, y + 1).length();
      const double alpha = texel.alpha / 255.0;
      sum[0] += weight * alpha * texel.red / 255.0;
      sum[1] += weight * alpha * texel.green / 255.0;
      sum[2] += weight * alpha * texel.blue / 255.0;
      sum[3] += weight * alpha;
      total += weight;
    }
  }
  for (double& value : sum) {
    value /= total;
  }
  return sum;
}

/// The expected view of an RGBA8 image without a grid, computed from the description of ViewportPass in double
/// precision, texel by texel. The picture is the view's target.
[[nodiscard]] inline Picture<Pixel> expected_view(const Picture<Pixel>& image, const render::ViewportView& view) {
  const int width = view.target.width;
  const int height = view.target.height;
  const double zoom = view.zoom;
  auto shown = make_picture<Pixel>(width, height);
  const auto column_of = [&](double x) { return view.center_x + (x - 0.5 * width) / zoom; };
  const auto row_of = [&](double y) { return view.center_y + (y - 0.5 * height) / zoom; };
  // The checkerboard begins at the pixel nearest to the image's corner.
  const double left = std::floor((0 - view.center_x) * zoom + 0.5 * width + 0.5);
  const double top = std::floor((0 - view.center_y) * zoom + 0.5 * height + 0.5);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const double column = column_of(x + 0.5);
      const double row = row_of(y + 0.5);
      if (column < 0 || row < 0 || column >= image.width || row >= image.height) {
        shown.at(x, y) = {to_byte(view.background[0]), to_byte(view.background[1]), to_byte(view.background[2]), 255};
        continue;
      }
      const Interval across = zoom < 1 ? Interval{column_of(x), column_of(x + 1)}.within(0, image.width)
                                       : Interval{std::floor(column), std::floor(column) + 1};
      const Interval down = zoom < 1 ? Interval{row_of(y), row_of(y + 1)}.within(0, image.height)
                                     : Interval{std::floor(row), std::floor(row) + 1};
      const std::array<double, 4> mean = mean_over(image, across, down);
      const int square = static_cast<int>(std::floor((x - left) / 8)) + static_cast<int>(std::floor((y - top) / 8));
      const double under = (1 - mean[3]) * (square % 2 == 0 ? 0.6 : 0.4);
      shown.at(x, y) = {to_byte(mean[0] + under), to_byte(mean[1] + under), to_byte(mean[2] + under), 255};
    }
  }
  return shown;
}

/// The largest difference in any channel of any pixel.
[[nodiscard]] inline int largest_difference(const Picture<Pixel>& a, const Picture<Pixel>& b) {
  int largest = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    const Pixel& p = a.values[i];
    const Pixel& q = b.values[i];
    largest = std::max({largest, std::abs(p.red - q.red), std::abs(p.green - q.green), std::abs(p.blue - q.blue),
                        std::abs(p.alpha - q.alpha)});
  }
  return largest;
}

}  // namespace texelscope::tests
