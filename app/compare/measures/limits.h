#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/compare/measures/comparison.h"

namespace texelscope::app {

/// A number of pixels, or a percentage of all.
struct PixelAmount {
  double value = 0;
  bool is_percent = false;
  bool operator==(const PixelAmount&) const = default;
};

/// Parses "12" or "0.5%". @throws gpu::InvalidArgument for anything else, negative numbers, and more than 100 %.
[[nodiscard]] PixelAmount parse_pixel_amount(std::string_view text);

/// The limits of a comparison; an unset limit allows everything, and with no limits set, every byte must match.
struct Limits {
  /// A differing pixel fails if it exceeds one of these two; if neither is set, every differing pixel fails. Largest
  /// difference in any channel, in units of the channel type.
  std::optional<double> max_error{};
  /// Largest color difference (CIEDE2000): about 1 is just noticeable side by side, 2.3 when looking for it.
  std::optional<double> max_color_difference{};
  /// Passes pixels on edges that are in both images, moved by up to half a pixel, and a few stray pixels on them.
  bool ignores_antialiasing = false;
  /// Largest color difference between means of 16 × 16 pixels, which detects a faint shadow or tint but not noise. The
  /// limit is higher where contrast hides the tint: by a twentieth per step of lightness.
  std::optional<double> max_area_difference{};
  /// Largest color difference between means of 16 × 1 or 1 × 16 pixels, which detects a faint line.
  std::optional<double> max_line_difference{};
  /// Largest loss or gain of contrast in 16 × 16 pixels, 0…1, which detects blur: 0.2 is a fifth of the contrast.
  std::optional<double> max_contrast_change{};
  /// The number of pixels that may fail; if unset, no pixel may fail if a limit on pixels is set.
  std::optional<PixelAmount> max_differing{};
  /// The largest number of failing pixels in one cluster.
  std::optional<double> max_cluster{};
  std::optional<double> max_mean{};
  /// Limits of ꟻLIP: its mean, its 95th and 99th percentile, its maximum.
  std::optional<double> max_flip{};
  std::optional<double> max_flip_95{};
  std::optional<double> max_flip_99{};
  std::optional<double> max_flip_peak{};
  std::optional<double> min_ssim{};
  std::optional<double> min_psnr{};

  bool operator==(const Limits&) const = default;
};

/// A numeric limit: a command-line option (with dashes), and a key of rules files and of Python.
struct LimitDeclaration {
  const char* name;
  std::optional<double> Limits::*member;
  double least;
  double most;
  const char* text;
  /// Whether the limit is a count.
  bool is_whole = false;
};
/// Whether a limit may have this value.
[[nodiscard]] bool is_in_range(const LimitDeclaration& limit, double value);
/// The allowed values of a limit: "0 to 1", "0 or more", "an integer, 0 or more".
[[nodiscard]] std::string range_text(const LimitDeclaration& limit);
/// All numeric limits, in the order of Limits.
[[nodiscard]] std::span<const LimitDeclaration> limit_declarations();

/// A limit that pixels can exceed: its name in limit_declarations(), the measured quantity, and the count of failing
/// pixels.
struct FailingLimitDeclaration {
  const char* name;
  const char* text;
  std::optional<double> Limits::*limit;
  FailingLimit pixels;
};
[[nodiscard]] std::span<const FailingLimitDeclaration> failing_limits();

/// Limits by name: "exact", where every byte must match, and "visual", which ignores differences that are invisible or
/// not considered defects (docs/compare.md).
struct LimitPreset {
  std::string_view name;
  std::string_view text;
  Limits limits;
};
[[nodiscard]] const std::vector<LimitPreset>& limit_presets();

/// @throws gpu::InvalidArgument for an unknown name.
[[nodiscard]] const Limits& limits_of_preset(std::string_view name);

/// A message for each limit that a comparison breaks, with the value and the limit; empty if there are none.
[[nodiscard]] std::vector<std::string> broken_limits(const Comparison& comparison, const Limits& limits);

}  // namespace texelscope::app
