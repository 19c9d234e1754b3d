#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "texelscope/compare/image.h"
#include "texelscope/compare/limits.h"

namespace texelscope::compare {

/// Failing pixels that lie together, and the rectangle around them.
struct Cluster {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
  /// Failing pixels in it.
  std::uint64_t pixels = 0;
  /// Largest difference of a channel in it, in the steps of the type.
  double max_error = 0;
};

/// The figures of ꟻLIP over all pixels, 0…1.
struct Flip {
  double mean = 0;
  /// Half of the sum of all values is at or below it.
  double weighted_median = 0;
  double percentile_95 = 0;
  double percentile_99 = 0;
  double max = 0;
};

/// How far two images of one size are apart. Errors are in the steps of the type.
struct Figures {
  std::uint64_t pixels = 0;
  /// Pixels of which any channel differs in any bit; two NaN are equal.
  std::uint64_t differing_pixels = 0;
  /// Differing pixels that break a limit.
  std::uint64_t failing_pixels = 0;
  /// Differing pixels that pass as antialiasing.
  std::uint64_t antialiased_pixels = 0;
  /// The largest first, at most 100; cluster_count has them all.
  std::vector<Cluster> clusters;
  std::uint64_t cluster_count = 0;
  double max_error = 0;
  double mean_error = 0;
  /// The first pixel of the largest error.
  int max_error_x = 0;
  int max_error_y = 0;
  /// In decibels; infinite for equal images.
  double psnr = 0;
  /// Where a limit or Options::measures_all asks for them.
  std::optional<double> max_color_difference;
  std::optional<double> ssim;
  std::optional<Flip> flip;
};

/// The result of a comparison.
struct Result {
  /// One text for each limit that is broken, with the value and the limit, or why the images cannot be compared.
  std::vector<std::string> failures;
  /// Nothing where the images cannot be compared, and where rules leave the image out.
  std::optional<Figures> figures;

  /// The rule and the reason of an image that is known to fail, and does; empty for every other.
  std::string known_failure;

  /// Whether no limit is broken, or the failure is known.
  [[nodiscard]] bool has_passed() const { return failures.empty() || !known_failure.empty(); }
};

/// Options of a comparison besides its limits.
struct Options {
  /// Measures SSIM and ꟻLIP where no limit asks for them, too.
  bool measures_all = false;
  /// Names the pair in the report.
  std::string name = "image";
  /// A folder for a page to look at both images, index.html; empty for none.
  std::filesystem::path report{};
};

/// Compares two images, as `texelscope-compare` does with files. Images that cannot be compared, such as those of two
/// sizes, are a failed result. @throws Error for a view without pixels or with extents out of range, and where the
/// report cannot be written.
[[nodiscard]] Result compare(const ImageView& expected, const ImageView& actual, const Limits& limits = {},
                             const Options& options = {});

}  // namespace texelscope::compare
