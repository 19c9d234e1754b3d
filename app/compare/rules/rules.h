#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/compare/measures/limits.h"
#include "app/compare/measures/mask.h"
#include "app/images/image_file.h"

/// Rules for the images of a comparison. load_rules() in rules_file.h reads them.
namespace texelscope::app {

/// The platform of the images, for platform-specific rules.
struct Platform {
  /// "linux", "macos" or "windows".
  std::string os{};
  /// "x86_64" or "aarch64"; empty for others.
  std::string architecture{};
  /// The renderer of the images, such as "llvmpipe (LLVM 15.0.6, 256 bits)"; empty if unknown, in which case no rule
  /// for a renderer applies.
  std::string renderer{};
};

/// The platform of the running program. An empty renderer is replaced by the environment variable
/// TEXELSCOPE_COMPARE_RENDERER.
[[nodiscard]] Platform this_platform(std::string renderer = {});

/// Today in UTC.
[[nodiscard]] std::chrono::sys_days today();

/// How alpha is handled: compared, or both images treated as opaque.
enum class AlphaHandling : unsigned char { compare, ignore };

/// How float images are compared: as unbounded linear light, or as displayed, clamped to 0 … 1 and encoded as sRGB in
/// 16 bits, so that they can be compared with integer images.
enum class HdrHandling : unsigned char { linear, clamp };

/// The failures that a known failure covers: only exceeded limits, or also images that are missing, damaged, or of
/// a different size or type.
enum class CoveredFailures : unsigned char { limits, all };

/// A pair that is known to fail.
struct KnownFailure {
  std::string reason;
  /// The last day on which the pair may fail.
  std::optional<std::chrono::year_month_day> until{};
  /// Fails if the pair passes.
  bool is_strict = false;
  /// The rule that declares the failure: "rule 3 of compare.json".
  std::string origin{};
  CoveredFailures covers = CoveredFailures::limits;
};

/// The combined rules for one image.
struct ImageRules {
  Limits limits{};
  std::vector<MaskShape> masks{};
  AlphaHandling alpha = AlphaHandling::compare;
  HdrHandling hdr = HdrHandling::linear;
  /// Compares only the pixels, even without limits: no color spaces, no names, and nothing that is not read.
  bool has_only_pixels = false;
  ReadOptions reading{};
  /// Images that are accepted, too, relative to the folder of the expected image.
  std::vector<std::string> accepted{};
  /// The element of `accepted` for this platform, which an update writes instead of the expected image; empty if no
  /// platform rule names one.
  std::string own_image{};
  std::optional<KnownFailure> known_failure{};
  /// The file is not compared.
  bool is_ignored = false;
};

/// The platforms that a rule applies to; an empty string matches all.
struct PlatformCondition {
  std::string os{};
  std::string architecture{};
  /// A glob, where '*' matches any characters.
  std::string renderer{};

  [[nodiscard]] bool is_empty() const { return os.empty() && architecture.empty() && renderer.empty(); }
  [[nodiscard]] bool holds_on(const Platform& platform) const;
};

/// One rule of a file; unset members leave the values of earlier rules.
struct Rule {
  /// Names of images, or globs (glob.h): paths relative to the compared folder, with '/'.
  std::vector<std::string> patterns;
  PlatformCondition platform{};
  /// Replaces all limits; applied before the limits below.
  std::optional<Limits> preset{};
  /// Numeric limits, or the removal of a limit.
  std::vector<std::pair<std::optional<double> Limits::*, std::optional<double>>> limits{};
  std::optional<std::optional<PixelAmount>> max_differing{};
  std::optional<bool> ignores_antialiasing{};
  std::optional<std::vector<MaskShape>> masks{};
  std::optional<AlphaHandling> alpha{};
  std::optional<HdrHandling> hdr{};
  std::optional<bool> has_only_pixels{};
  std::optional<Orientation> orientation{};
  std::optional<std::string> part{};
  /// Names, where {name} is replaced by the image's file name and {stem} by the file name without extension.
  std::optional<std::vector<std::string>> accepted{};
  std::optional<std::optional<KnownFailure>> known_failure{};
  std::optional<bool> is_ignored{};

  [[nodiscard]] bool matches(std::string_view name) const;
};

/// The rules of one file, in its order.
struct RuleFile {
  /// Empty if there is no file.
  std::filesystem::path path{};
  std::vector<Rule> rules{};
  /// The folder that the file and its masks must be in; none if the user named the file.
  gpu::Folder within{};
};

/// The rules for the image of this name on a platform: `initial`, overridden by each matching rule, in order.
[[nodiscard]] ImageRules rules_for(const RuleFile& file, std::string_view name, const Platform& platform,
                                   ImageRules initial = {});

/// Images that rules for other images refer to, on any platform, and that are therefore not compared themselves:
/// accepted images of `names`, and mask images. Relative to `folder`, the compared folder; sorted.
[[nodiscard]] std::vector<std::string> images_of_rules(const RuleFile& file, const std::filesystem::path& folder,
                                                       const std::vector<std::string>& names);

/// Notes on the rules for the user: patterns that match none of `names`, and rules for a renderer if the platform has
/// none. One line each, with the file and the rule's number.
[[nodiscard]] std::vector<std::string> notes_of_rules(const RuleFile& file, const std::vector<std::string>& names,
                                                      const Platform& platform);

}  // namespace texelscope::app
