#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/images/image.h"

namespace texelscope::app {

/// How often the values of each channel of an image occur, in bins of equal width.
struct ChannelHistogram {
  static constexpr std::size_t num_bins = 64;
  using Bins = std::array<std::uint64_t, num_bins>;

  /// The values at the start of the first bin and at the end of the last, which also count the values beyond.
  double low = 0;
  double high = 1;
  /// For each channel except alpha, in the image's order.
  std::vector<Bins> channels;
  /// The largest count.
  std::uint64_t most = 0;
};

/// Counts all values, on all cores. Integers of 8 and 16 bits have their full range, other types that of almost all of
/// their finite values, extended to 0 and 1; NaN and infinities are left out.
[[nodiscard]] ChannelHistogram channel_histogram(const Image& image);

}  // namespace texelscope::app
