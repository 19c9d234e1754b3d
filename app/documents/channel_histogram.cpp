#include "app/documents/channel_histogram.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <mutex>
#include <type_traits>

#include "app/images/row_ranges.h"

namespace texelscope::app {
namespace {

template <class Sample>
ChannelHistogram counted(const Image& image, std::size_t channels) {
  ChannelHistogram result;
  result.channels.resize(channels);
  const auto all = static_cast<std::size_t>(image.channels);
  const std::size_t row = static_cast<std::size_t>(image.width) * all;
  const int rows = image.height * std::max(image.depth, 1);
  std::mutex mutex;
  const auto for_values = [&](int begin, int end, const auto& work) {
    for (std::size_t first = static_cast<std::size_t>(begin) * row; first < static_cast<std::size_t>(end) * row;
         first += all) {
      for (std::size_t channel = 0; channel < channels; ++channel) {
        const auto value = static_cast<double>(sample_of<Sample>(image, first + channel));
        if (std::isfinite(value)) {
          work(channel, value);
        }
      }
    }
  };
  if constexpr (sizeof(Sample) < 4) {
    // 256 or 65,536 values, so that each bin has the same number of them.
    result.high = static_cast<double>(std::numeric_limits<Sample>::max()) + 1;
  } else {
    for_row_ranges(rows, [&](int begin, int end) {
      double low = 0;
      double high = 1;
      for_values(begin, end, [&](std::size_t, double value) {
        low = std::min(low, value);
        high = std::max(high, value);
      });
      const std::lock_guard lock(mutex);
      result.low = std::min(result.low, low);
      result.high = std::max(result.high, high);
    });
  }
  const double scale = static_cast<double>(ChannelHistogram::num_bins) / (result.high - result.low);
  for_row_ranges(rows, [&](int begin, int end) {
    std::vector<ChannelHistogram::Bins> part(channels);
    for_values(begin, end, [&](std::size_t channel, double value) {
      const auto bin = static_cast<std::size_t>((value - result.low) * scale);
      ++part[channel][std::min(bin, ChannelHistogram::num_bins - 1)];
    });
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
