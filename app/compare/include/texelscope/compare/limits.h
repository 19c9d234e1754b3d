#pragma once

#include <optional>
#include <string_view>

namespace texelscope::compare {

/// A number of pixels, or a percentage of all pixels: PixelAmount{12} or PixelAmount{0.5, true}.
struct PixelAmount {
  double value = 0;
  bool is_percent = false;
};

/// The limits of a comparison; an unset limit allows everything, and with no limits set, every byte of every sample
/// must match. The options of `texelscope-compare` have the same names with dashes: --max-error; ignores_antialiasing
/// is
/// --ignore-antialiasing.
///
/// A differing pixel fails if it exceeds max_error or max_color_difference, or is in an area that exceeds a limit on
/// areas, lines or contrast. If none of these is set, every differing pixel fails.
struct Limits {
  /// Largest difference in any channel, in units of the channel type: 0–255 for uint8, 0–65535 for uint16, the value
  /// itself for float32.
  std::optional<double> max_error{};
  /// Largest color difference (CIEDE2000): about 1 is just noticeable side by side.
  std::optional<double> max_color_difference{};
  /// Passes pixels beyond max_error or max_color_difference on edges that are in both images, if they differ by at most
  /// half of the edge's contrast; see docs/compare.md.
  bool ignores_antialiasing = false;
  /// Largest color difference between means of 16 × 16 pixels, which detects a faint shadow or tint but not noise. The
  /// limit is higher where contrast hides the tint: by a twentieth per step of lightness.
  std::optional<double> max_area_difference{};
  /// Largest color difference between means of 16 × 1 or 1 × 16 pixels, which detects a faint line.
  std::optional<double> max_line_difference{};
  /// Largest loss or gain of contrast in 16 × 16 pixels, 0…1, which detects blur.
  std::optional<double> max_contrast_change{};
  /// Largest sum of color differences over connected pixels that no moved edge explains, which detects a changed
  /// character, a dot or a corner; see docs/compare.md.
  std::optional<double> max_shape_difference{};
  /// The number of pixels that may fail; if unset, no pixel may fail if a limit on pixels is set.
  std::optional<PixelAmount> max_differing{};
  /// The largest number of failing pixels in one cluster.
  std::optional<double> max_cluster{};
  /// Largest mean difference over all channels, in units of the channel type.
  std::optional<double> max_mean{};
  /// Limits of ꟻLIP, 0…1: its mean, its 95th and 99th percentile, its maximum.
  std::optional<double> max_flip{};
  std::optional<double> max_flip_95{};
  std::optional<double> max_flip_99{};
  std::optional<double> max_flip_peak{};
  /// Smallest SSIM of the luma, −1…1.
  std::optional<double> min_ssim{};
  /// Smallest PSNR in decibels.
  std::optional<double> min_psnr{};
};

/// The limits of a preset: "exact", where every byte must match, or "visual", which ignores differences that are
/// invisible or not considered defects. @throws Error for an unknown name.
[[nodiscard]] Limits limits_of_preset(std::string_view name);

}  // namespace texelscope::compare
