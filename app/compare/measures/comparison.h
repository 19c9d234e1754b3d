#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/images/pixel_rectangle.h"
#include "texelscope/gpu/data_type.h"

namespace texelscope::app {

/// The figures of a ꟻLIP map.
struct FlipSummary {
  double mean = 0;
  /// Half of the sum of all values is at or below this value.
  double weighted_median = 0;
  double percentile_95 = 0;
  double percentile_99 = 0;
  double max = 0;
};

/// A cluster of failing pixels, each fewer than 16 pixels from the next.
struct DifferenceCluster {
  PixelRectangle bounds;
  /// The number of failing pixels.
  std::uint64_t pixels = 0;
  /// The largest difference in any channel, in units of the channel type.
  double max_error = 0;
};

/// Failing pixels by the first limit that each exceeds; all 0 if no such limit is set.
struct FailingPixels {
  std::uint64_t error = 0;
  std::uint64_t color = 0;
  std::uint64_t line = 0;
  std::uint64_t area = 0;
  std::uint64_t contrast = 0;
};
using FailingLimit = std::uint64_t FailingPixels::*;

/// The differences of two images of the same size and type. Errors are in units of the channel type: 0–255 for uint8,
/// 0–65535 for uint16, the value itself for float32.
struct Comparison {
  int width = 0;
  int height = 0;
  gpu::DataType type = gpu::DataType::uint8;
  /// The number of pixels that are not masked.
  std::uint64_t pixels = 0;
  /// Pixels with any channel that differs in any bit; two NaNs are equal.
  std::uint64_t differing_pixels = 0;
  /// Differing pixels that exceed the limits for pixels; all of them if there is no such limit.
  std::uint64_t failing_pixels = 0;
  FailingPixels failing_by_limit;
  /// Differing pixels that would fail, but count as antialiasing.
  std::uint64_t antialiased_pixels = 0;
  /// The clusters of failing pixels, largest first; at most largest_cluster_list.
  std::vector<DifferenceCluster> clusters;
  /// The number of all clusters, including unlisted ones.
  std::uint64_t cluster_count = 0;
  /// Largest and mean absolute difference over all channels; infinite if only one value is NaN.
  double max_error = 0;
  double mean_error = 0;
  /// The first pixel with the largest error.
  int max_error_x = 0;
  int max_error_y = 0;
  /// PSNR in decibels, over all channels; infinite for equal images.
  double psnr = 0;
  /// Largest color difference of any pixel (CIEDE2000, 0 … about 100), if a limit requires it.
  std::optional<double> max_color_difference;
  /// SSIM of the luma, −1…1; 1 for equal images. Absent if not measured.
  std::optional<double> ssim;
  /// ꟻLIP of the colors, 0…1. Absent if not measured.
  std::optional<FlipSummary> flip;
  /// ꟻLIP of every pixel, row by row, 255 for 1; empty for equal images, whose map is 0, and if it is not kept.
  std::vector<std::byte> flip_map;
};

/// The number of clusters that are listed individually.
inline constexpr std::size_t largest_cluster_list = 100;

}  // namespace texelscope::app
