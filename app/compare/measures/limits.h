#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/compare/measures/comparison.h"

namespace texelscope::app {

/// So many pixels, or so much of all of them.
struct PixelAmount {
  double value = 0;
  bool is_percent = false;
  bool operator==(const PixelAmount&) const = default;
};

/// Reads "12" or "0.5%". @throws gpu::InvalidArgument for anything else, a negative number and above 100 %.
[[nodiscard]] PixelAmount parse_pixel_amount(std::string_view text);

/// The limits of a comparison; a limit that is not set allows all, and with no limit set, not one byte may differ.
struct Limits {
  /// A differing pixel fails when it is beyond one of these two; with neither, every differing pixel fails.
  /// Largest difference of a channel, in the steps of its type.
  std::optional<double> max_error{};
  /// Largest color difference (CIEDE2000): about 1 is just seen side by side, 2.3 when one looks for it.
  std::optional<double> max_color_difference{};
  /// Passes pixels on edges that are in both images, moved by up to half a pixel, and a few strays on them.
  bool ignores_antialiasing = false;
  /// Largest color difference of the means of 16 × 16 pixels, which shows a faint shadow or tint and no noise; more
  /// where they have contrast, which hides it: by a twentieth for each step of lightness.
  std::optional<double> max_area_difference{};
  /// Largest color difference of the means of 16 × 1 and of 1 × 16 pixels, which shows a faint line.
  std::optional<double> max_line_difference{};
  /// Largest loss or gain of contrast of 16 × 16 pixels, 0…1, which shows blur: 0.2 for a fifth of it.
  std::optional<double> max_contrast_change{};
  /// How many pixels may fail; none where a limit of pixels is set and this is not.
  std::optional<PixelAmount> max_differing{};
  /// Failing pixels of the largest cluster.
  std::optional<double> max_cluster{};
  std::optional<double> max_mean{};
  /// Limits of ꟻLIP: of its mean, its 95th and 99th percentile, its largest value.
  std::optional<double> max_flip{};
  std::optional<double> max_flip_95{};
  std::optional<double> max_flip_99{};
  std::optional<double> max_flip_peak{};
  std::optional<double> min_ssim{};
  std::optional<double> min_psnr{};

  bool operator==(const Limits&) const = default;
};

/// A limit that is a number: an option of the command line (with dashes), a key of a file of rules and of Python.
struct LimitDeclaration {
  const char* name;
  std::optional<double> Limits::*member;
  double least;
  double most;
  const char* text;
  /// It counts something.
  bool is_whole = false;
};
/// Whether a limit may be of this value.
[[nodiscard]] bool is_in_range(const LimitDeclaration& limit, double value);
/// The values that a limit may have: "0 to 1", "0 or more", "a whole number of 0 or more".
[[nodiscard]] std::string range_text(const LimitDeclaration& limit);
/// All of them, in the order of Limits.
[[nodiscard]] std::span<const LimitDeclaration> limit_declarations();

/// A limit that pixels break: its name among limit_declarations(), what breaks it, and the pixels that do.
struct FailingLimitDeclaration {
  const char* name;
  const char* text;
  std::optional<double> Limits::*limit;
  FailingLimit pixels;
};
[[nodiscard]] std::span<const FailingLimitDeclaration> failing_limits();

/// Limits by name: "exact", where not one byte may differ, and "visual", which passes what nobody sees or calls a
/// defect (docs/compare.md).
struct LimitPreset {
  std::string_view name;
  std::string_view text;
  Limits limits;
};
[[nodiscard]] const std::vector<LimitPreset>& limit_presets();

/// @throws gpu::InvalidArgument for an unknown name.
[[nodiscard]] const Limits& limits_of_preset(std::string_view name);

/// The limits that a comparison breaks, one text each with the value and the limit; empty when it is within all.
[[nodiscard]] std::vector<std::string> broken_limits(const Comparison& comparison, const Limits& limits);

}  // namespace texelscope::app
