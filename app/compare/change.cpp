#include "app/compare/change.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "app/compare/measures/colors.h"
#include "app/images/image_convert.h"
#include "app/images/srgb.h"
#include "texelscope/kernels/convert.h"

namespace texelscope::app {
namespace {

using Sums = std::array<double, 3>;

template <class Sample>
void add_color(const std::array<Sample, 4>& color, Sums& sums) {
  for (std::size_t channel = 0; channel < sums.size(); ++channel) {
    const float value = unit_value(color[channel]);
    sums[channel] += std::is_floating_point_v<Sample> ? srgb_from_linear(value) : value;
  }
}

MeanColor mean_of(const Sums& sums, double count) {
  MeanColor mean{};
  std::ranges::transform(sums, mean.begin(),
                         [&](double sum) { return kernels::to_unorm8(static_cast<float>(sum / count)); });
  return mean;
}

template <class Sample>
ColorChange color_change(const Image& expected, const Image& actual, const DifferenceCluster& cluster,
                         std::span<const std::uint8_t> mask) {
  constexpr double most_pixels = 65536;
  const int step =
      std::max(1, static_cast<int>(std::sqrt(cluster.width * static_cast<double>(cluster.height) / most_pixels)));
  Sums before{};
  Sums after{};
  double count = 0;
  for (int y = cluster.y; y < cluster.y + cluster.height; y += step) {
    for (int x = cluster.x; x < cluster.x + cluster.width; x += step) {
      const std::size_t pixel = pixel_index(expected, x, y);
      const auto one = color_of<Sample>(expected, pixel);
      const auto other = color_of<Sample>(actual, pixel);
      if (one != other && (mask.empty() || mask[pixel] == 0)) {
        add_color(one, before);
        add_color(other, after);
        ++count;
      }
    }
  }
  return count == 0 ? ColorChange{} : ColorChange{mean_of(before, count), mean_of(after, count)};
}

}  // namespace

std::vector<ColorChange> color_changes(const Image& expected, const Image& actual,
                                       std::span<const DifferenceCluster> clusters,
                                       std::span<const std::uint8_t> mask) {
  if (is_number_type(expected.type) || clusters.empty()) {
    return {};
  }
  if (expected.type != actual.type) {
    return color_changes(with_16_bits(expected), with_16_bits(actual), clusters, mask);
  }
  std::vector<ColorChange> changes;
  with_sample_type(expected.type, [&](auto sample) {
    for (const DifferenceCluster& cluster : clusters.first(std::min(clusters.size(), most_color_changes))) {
      changes.push_back(color_change<decltype(sample)>(expected, actual, cluster, mask));
    }
  });
  return changes;
}

Image part_of(const Image& image, const PixelRectangle& part) {
  Image result{part.width, part.height, image.channels, image.type, {}};
  result.is_red_green = image.is_red_green;
  result.is_premultiplied = image.is_premultiplied;
  const std::size_t pixel = static_cast<std::size_t>(image.channels) * gpu::size_bytes(image.type);
  const std::size_t pitch = static_cast<std::size_t>(part.width) * pixel;
  result.pixels.resize(pitch * static_cast<std::size_t>(part.height));
  for (int y = 0; y < part.height; ++y) {
    std::copy_n(image.pixels.begin() + static_cast<std::ptrdiff_t>(pixel_index(image, part.x, part.y + y) * pixel),
                pitch, result.pixels.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(y) * pitch));
  }
  return result;
}

}  // namespace texelscope::app
