#include "app/documents/channel_histogram.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

#include "app/images/row_ranges.h"

namespace texelscope::app {
namespace {

/// The range of almost all values of evenly distributed pixels, and at least that of 0 … 1: a single bright lamp would
/// otherwise leave all other values in one bin.
template <class Sample>
std::pair<double, double> usual_range(const Image& image, std::size_t channels) {
  constexpr std::size_t most_pixels = 1 << 16;
  constexpr double left_out = 0.002;
  const auto all = static_cast<std::size_t>(image.channels);
  const std::size_t pixels = image.pixels.size() / sizeof(Sample) / all;
  std::vector<double> values;
  for (std::size_t pixel = 0; pixel < pixels; pixel += pixels / most_pixels + 1) {
    for (std::size_t channel = 0; channel < channels; ++channel) {
      const auto value = static_cast<double>(sample_of<Sample>(image, pixel * all + channel));
      if (std::isfinite(value)) {
        values.push_back(value);
      }
    }
  }
  const auto rarer = static_cast<std::size_t>(left_out * static_cast<double>(values.size()));
  const auto at = [&](std::size_t rank) {
    std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(rank));
    return values[rank];
  };
  return values.empty() ? std::pair{0.0, 1.0}
                        : std::pair{std::min(0.0, at(rarer)), std::max(1.0, at(values.size() - 1 - rarer))};
}

template <class Sample>
ChannelHistogram counted(const Image& image, std::size_t channels) {
  ChannelHistogram result;
  result.channels.resize(channels);
  const auto all = static_cast<std::size_t>(image.channels);
  const std::size_t row = static_cast<std::size_t>(image.width) * all;
  const int rows = image.height * std::max(image.depth, 1);
  if constexpr (sizeof(Sample) < 4) {
    // 256 or 65,536 values, so that each bin has the same number of them.
    result.high = static_cast<double>(std::numeric_limits<Sample>::max()) + 1;
  } else {
    std::tie(result.low, result.high) = usual_range<Sample>(image, channels);
  }
  const double scale = static_cast<double>(ChannelHistogram::num_bins) / (result.high - result.low);
  std::mutex mutex;
  for_row_ranges(rows, [&](int begin, int end) {
    std::vector<ChannelHistogram::Bins> part(channels);
    for (std::size_t first = static_cast<std::size_t>(begin) * row; first < static_cast<std::size_t>(end) * row;
         first += all) {
      for (std::size_t channel = 0; channel < channels; ++channel) {
        const auto value = static_cast<double>(sample_of<Sample>(image, first + channel));
        if (std::isfinite(value)) {
          constexpr auto last = static_cast<double>(ChannelHistogram::num_bins - 1);
          ++part[channel][static_cast<std::size_t>(std::clamp((value - result.low) * scale, 0.0, last))];
        }
      }
    }
    const std::lock_guard lock(mutex);
    for (std::size_t channel = 0; channel < channels; ++channel) {
      std::ranges::transform(part[channel], result.channels[channel], result.channels[channel].begin(), std::plus());
    }
  });
  for (const ChannelHistogram::Bins& bins : result.channels) {
    result.most = std::max(result.most, std::ranges::max(bins));
  }
  return result;
}

}  // namespace

ChannelHistogram channel_histogram(const Image& image) {
  const auto channels = static_cast<std::size_t>(num_color_channels(image));
  switch (image.type) {
    case gpu::DataType::uint8:
      return counted<std::uint8_t>(image, channels);
    case gpu::DataType::uint16:
      return counted<std::uint16_t>(image, channels);
    case gpu::DataType::uint32:
      return counted<std::uint32_t>(image, channels);
    case gpu::DataType::int32:
      return counted<std::int32_t>(image, channels);
    default:
      return counted<float>(image, channels);
  }
}

}  // namespace texelscope::app
