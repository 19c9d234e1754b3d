#pragma once

#include <optional>
#include <string_view>

namespace texelscope::compare {

/// A number of pixels, or a part of all pixels in percent: PixelAmount{12} or PixelAmount{0.5, true}.
struct PixelAmount {
  double value = 0;
  bool is_percent = false;
};

/// The limits of a comparison; a limit that is not set allows all, and with no limit set, not one byte may differ. The
/// options of `texelscope-compare` have the same names with dashes: --max-error; ignores_antialiasing is
/// --ignore-antialiasing.
///
/// A differing pixel fails if it exceeds max_error or max_color_difference, or is in an area that exceeds a limit on
/// areas, lines or contrast. If none of these is set, every differing pixel fails.
struct Limits {
  /// Largest difference of a channel, in the steps of its type: 0–255 for uint8, 0–65535 for uint16, the value itself
  /// for float32.
  std::optional<double> max_error{};
  /// Largest color difference (CIEDE2000): about 1 is just seen side by side.
  std::optional<double> max_color_difference{};
  /// Passes pixels beyond max_error or max_color_difference on edges that both images have, where they differ by at
  /// most half of the edge's contrast; see docs/compare.md.
  bool ignores_antialiasing = false;
  /// Largest color difference of the means of 16 × 16 pixels, which shows a faint shadow or tint and no noise.
  std::optional<double> max_area_difference{};
  /// Largest color difference of the means of 16 × 1 and of 1 × 16 pixels, which shows a faint line.
  std::optional<double> max_line_difference{};
  /// Largest loss or gain of contrast of 16 × 16 pixels, 0…1, which shows blur.
  std::optional<double> max_contrast_change{};
  /// How many pixels may fail; none where a limit of pixels is set and this is not.
  std::optional<PixelAmount> max_differing{};
  /// Failing pixels that may lie together.
  std::optional<double> max_cluster{};
  /// Largest mean difference of all channels, in the steps of the type.
  std::optional<double> max_mean{};
  /// Limits of ꟻLIP, 0…1: of its mean, its 95th and 99th percentile, its largest value.
  std::optional<double> max_flip{};
  std::optional<double> max_flip_95{};
  std::optional<double> max_flip_99{};
  std::optional<double> max_flip_peak{};
  /// Smallest SSIM of the luma, −1…1.
  std::optional<double> min_ssim{};
  /// Smallest PSNR in decibels.
  std::optional<double> min_psnr{};
};

/// The limits of a name: "exact", where not one byte may differ, or "visual", which passes what nobody sees or calls a
/// defect. @throws Error for an unknown name.
[[nodiscard]] Limits limits_of_preset(std::string_view name);

}  // namespace texelscope::compare
