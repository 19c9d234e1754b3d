#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/images/pixel_rectangle.h"
#include "texelscope/gpu/data_type.h"

namespace texelscope::app {

/// The figures of a map of ꟻLIP.
struct FlipSummary {
  double mean = 0;
  /// Half of the sum of all values lies at or below it.
  double weighted_median = 0;
  double percentile_95 = 0;
  double percentile_99 = 0;
  double max = 0;
};

/// Failing pixels that lie together: fewer than 16 pixels from one to the next.
struct DifferenceCluster {
  PixelRectangle bounds;
  /// Failing pixels in it.
  std::uint64_t pixels = 0;
  /// Largest difference of a channel in it, in the steps of the type.
  double max_error = 0;
};

/// Failing pixels by the first limit that each breaks; all are 0 where no such limit is set.
struct FailingPixels {
  std::uint64_t error = 0;
  std::uint64_t color = 0;
  std::uint64_t line = 0;
  std::uint64_t area = 0;
  std::uint64_t contrast = 0;
};
using FailingLimit = std::uint64_t FailingPixels::*;

/// How far two images of one size and type are apart. Errors are in the steps of the type: 0–255 for uint8, 0–65535
/// for uint16, the value itself for float32.
struct Comparison {
  int width = 0;
  int height = 0;
  gpu::DataType type = gpu::DataType::uint8;
  /// Without those that are masked.
  std::uint64_t pixels = 0;
  /// Pixels of which any channel differs in any bit; two NaN are equal.
  std::uint64_t differing_pixels = 0;
  /// Differing pixels that are beyond what the limits allow to a pixel; all of them where no limit is for pixels.
  std::uint64_t failing_pixels = 0;
  FailingPixels failing_by_limit;
  /// Differing pixels that would fail, and are taken for antialiasing.
  std::uint64_t antialiased_pixels = 0;
  /// Where the failing pixels lie, the largest first; at most largest_cluster_list of them.
  std::vector<DifferenceCluster> clusters;
  /// All clusters, also those that are not in the list.
  std::uint64_t cluster_count = 0;
  /// Largest and mean absolute difference of all channels; infinite where one value is NaN and the other is not.
  double max_error = 0;
  double mean_error = 0;
  /// The first pixel of the largest error.
  int max_error_x = 0;
  int max_error_y = 0;
  /// In decibels, over all channels; infinite for equal images.
  double psnr = 0;
  /// Largest color difference of a pixel (CIEDE2000, 0 … about 100); where a limit asks for it.
  std::optional<double> max_color_difference;
  /// SSIM of the luma, −1…1; 1 for equal images. Absent where it was not measured.
  std::optional<double> ssim;
  /// ꟻLIP of the colors, 0…1. Where it was measured.
  std::optional<FlipSummary> flip;
  /// ꟻLIP of every pixel, row by row, 255 for 1; empty for equal images, whose map is 0, and where none is kept.
  std::vector<std::byte> flip_map;
};

/// As many clusters are told one by one.
inline constexpr std::size_t largest_cluster_list = 100;

}  // namespace texelscope::app
