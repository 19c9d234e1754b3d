#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/compare/measures/comparison.h"
#include "texelscope/compare/limits.h"

namespace texelscope::app {

using compare::Limits;
using compare::PixelAmount;

/// Parses "12" or "0.5%". @throws gpu::InvalidArgument for anything else, negative numbers, and more than 100 %.
[[nodiscard]] PixelAmount parse_pixel_amount(std::string_view text);

/// How to compare two images.
struct ComparisonOptions {
  /// Determines the failing pixels, and the figures to measure.
  Limits limits{};
  /// Measures SSIM and ꟻLIP even if no limit requires them.
  bool measures_all = false;
  /// Keeps the ꟻLIP map if it is measured.
  bool keeps_flip_map = false;
  /// One value per pixel, row by row, nonzero for pixels excluded from all figures; empty if there are none. See
  /// mask_of().
  std::span<const std::uint8_t> mask{};
  /// One value per pixel, nonzero for pixels that only one of the images has, which differ in any case; empty if there
  /// are none. See aligned().
  std::span<const std::uint8_t> missing{};
  /// The rounding step of the coarser of the two stored types, of 0…1: 1/255 for 8 bits; 0 for floats. Set by
  /// compare_images().
  double step = 0;
  /// Compares the files and not only their pixels: see file_differences() and exact_errors().
  bool compares_files = false;
  /// One value per pixel, not negative for pixels that differ by this error in what the images' pixels do not hold;
  /// empty if there are none. See exact_errors().
  std::span<const double> exact_errors{};
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

/// Limits by name: "exact", where everything in both files must match, and "visual", which ignores differences that are
/// invisible or not considered defects (docs/compare.md).
struct LimitPreset {
  std::string_view name;
  std::string_view text;
  Limits limits;
};
[[nodiscard]] const std::vector<LimitPreset>& limit_presets();

/// @throws gpu::InvalidArgument for an unknown name.
[[nodiscard]] const Limits& limits_of_preset(std::string_view name);

/// Whether no limit is set, so that every byte must match.
[[nodiscard]] bool are_none(const Limits& limits);

/// A message for each limit that a comparison breaks, with the value and the limit; empty if there are none.
[[nodiscard]] std::vector<std::string> broken_limits(const Comparison& comparison, const Limits& limits);

}  // namespace texelscope::app
