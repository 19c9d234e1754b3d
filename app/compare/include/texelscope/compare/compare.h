#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "texelscope/compare/image.h"
#include "texelscope/compare/limits.h"

namespace texelscope::compare {

/// A cluster of adjacent failing pixels, and its bounding rectangle.
struct Cluster {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
  /// The number of failing pixels.
  std::uint64_t pixels = 0;
  /// The largest difference in any channel, in units of the channel type.
  double max_error = 0;
};

/// The figures of ꟻLIP over all pixels, 0…1.
struct Flip {
  double mean = 0;
  /// Half of the sum of all values is at or below this value.
  double weighted_median = 0;
  double percentile_95 = 0;
  double percentile_99 = 0;
  double max = 0;
};

/// The differences of two images of the same size. Errors are in units of the channel type.
struct Figures {
  std::uint64_t pixels = 0;
  /// Pixels with any channel that differs in any bit; two NaNs are equal.
  std::uint64_t differing_pixels = 0;
  /// Differing pixels that exceed a limit.
  std::uint64_t failing_pixels = 0;
  /// Differing pixels that pass as antialiasing.
  std::uint64_t antialiased_pixels = 0;
  /// Largest first, at most 100; cluster_count counts all.
  std::vector<Cluster> clusters;
  std::uint64_t cluster_count = 0;
  double max_error = 0;
  double mean_error = 0;
  /// The first pixel with the largest error.
  int max_error_x = 0;
  int max_error_y = 0;
  /// PSNR in decibels; infinite for equal images.
  double psnr = 0;
  /// Measured only if a limit or Options::measures_all requests them.
  std::optional<double> max_color_difference;
  std::optional<double> ssim;
  std::optional<Flip> flip;
};

/// The result of a comparison.
struct Result {
  /// One text per exceeded limit, with the value and the limit, or why the images cannot be compared.
  std::vector<std::string> failures;
  /// Absent if the images cannot be compared, or rules ignore the image.
  std::optional<Figures> figures;

  /// The rule and reason for an image that is known to fail and does; otherwise empty.
  std::string known_failure;

  /// Whether no limit is exceeded, or the failure is known.
  [[nodiscard]] bool has_passed() const { return failures.empty() || !known_failure.empty(); }
};

/// Options of a comparison, in addition to its limits.
struct Options {
  /// Measures SSIM and ꟻLIP even if no limit requires them.
  bool measures_all = false;
  /// The name of the pair in the report.
  std::string name = "image";
  /// The folder of a report page, index.html, that shows both images; empty if there is none.
  std::filesystem::path report{};
};

/// Compares two images, like `texelscope-compare` does with files. Images that cannot be compared, such as those of
/// different sizes, produce a failed result. @throws Error for a view without pixels or with extents out of range, and
/// if the report cannot be written.
[[nodiscard]] Result compare(const ImageView& expected, const ImageView& actual, const Limits& limits = {},
                             const Options& options = {});

}  // namespace texelscope::compare
