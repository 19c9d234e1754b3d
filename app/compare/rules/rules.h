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

/// Rules for the images of a comparison. load_rules() of rules_file.h reads the rules.
namespace texelscope::app {

/// The platform that made the images, for rules that hold on some alone.
struct Platform {
  /// "linux", "macos" or "windows".
  std::string os{};
  /// "x86_64" or "aarch64"; empty for another.
  std::string architecture{};
  /// The renderer of the images, such as "llvmpipe (LLVM 15.0.6, 256 bits)"; empty where it is not known. Then no rule
  /// that asks for a renderer holds.
  std::string renderer{};
};

/// The one that the program runs on. Without a name of the renderer, that of the environment variable
/// TEXELSCOPE_COMPARE_RENDERER.
[[nodiscard]] Platform this_platform(std::string renderer = {});

/// Today in UTC.
[[nodiscard]] std::chrono::sys_days today();

/// How alpha is handled: it counts, or both images are compared as opaque ones.
enum class AlphaHandling : unsigned char { compare, ignore };

/// How images of floats are compared: as linear light without an end, or as a display shows them, held to 0 … 1 and
/// encoded by sRGB in 16 bits, so that they may be compared with images of integers.
enum class HdrHandling : unsigned char { linear, clamp };

/// The failures that a known failure covers: limits that are broken, or also images that are missing, damaged, or of
/// another size or type.
enum class CoveredFailures : unsigned char { limits, all };

/// A pair that is known to fail.
struct KnownFailure {
  std::string reason;
  /// The last day on which it may fail.
  std::optional<std::chrono::year_month_day> until{};
  /// Fails where the pair passes.
  bool is_strict = false;
  /// The rule that says so: "rule 3 of compare.json".
  std::string origin{};
  CoveredFailures covers = CoveredFailures::limits;
};

/// The rules of one image, all applied.
struct ImageRules {
  Limits limits{};
  std::vector<MaskShape> masks{};
  AlphaHandling alpha = AlphaHandling::compare;
  HdrHandling hdr = HdrHandling::linear;
  ReadOptions reading{};
  /// Images that pass as well, by their paths from the folder of the expected image.
  std::vector<std::string> accepted{};
  /// The one of `accepted` that is this platform's own, which an update writes in place of the expected image; empty
  /// where no rule of a platform names one.
  std::string own_image{};
  std::optional<KnownFailure> known_failure{};
  /// The file is no image to compare.
  bool is_ignored = false;
};

/// Where a rule holds; an empty text holds everywhere.
struct PlatformCondition {
  std::string os{};
  std::string architecture{};
  /// A glob, of which '*' is any text.
  std::string renderer{};

  [[nodiscard]] bool is_empty() const { return os.empty() && architecture.empty() && renderer.empty(); }
  [[nodiscard]] bool holds_on(const Platform& platform) const;
};

/// One rule of a file; what is not set stays as the rules before have it.
struct Rule {
  /// Names of images, or globs (glob.h): paths from the folder that is compared, with '/'.
  std::vector<std::string> patterns;
  PlatformCondition platform{};
  /// Replaces all limits; those below come after.
  std::optional<Limits> preset{};
  /// Limits that are numbers, or that no longer hold.
  std::vector<std::pair<std::optional<double> Limits::*, std::optional<double>>> limits{};
  std::optional<std::optional<PixelAmount>> max_differing{};
  std::optional<bool> ignores_antialiasing{};
  std::optional<std::vector<MaskShape>> masks{};
  std::optional<AlphaHandling> alpha{};
  std::optional<HdrHandling> hdr{};
  std::optional<Orientation> orientation{};
  std::optional<std::string> part{};
  /// Names, in which {name} stands for the image's file name and {stem} for that without its ending.
  std::optional<std::vector<std::string>> accepted{};
  std::optional<std::optional<KnownFailure>> known_failure{};
  std::optional<bool> is_ignored{};

  [[nodiscard]] bool matches(std::string_view name) const;
};

/// The rules of one file, in its order.
struct RuleFile {
  /// Empty where there is no file.
  std::filesystem::path path{};
  std::vector<Rule> rules{};
};

/// The rules for the image of a name on a platform: `initial`, and over it each rule that matches, in order.
[[nodiscard]] ImageRules rules_for(const RuleFile& file, std::string_view name, const Platform& platform,
                                   ImageRules initial = {});

/// Images that the rules name for others, on any platform, and so are no images to compare by themselves: accepted
/// ones of `names`, and mask images. By their paths from `folder`, which is compared; sorted.
[[nodiscard]] std::vector<std::string> images_of_rules(const RuleFile& file, const std::filesystem::path& folder,
                                                       const std::vector<std::string>& names);

/// Notes on the rules for the user: patterns that match none of `names`, and rules that ask for a renderer where
/// the platform has none. One line each, with the file and the rule's number.
[[nodiscard]] std::vector<std::string> notes_of_rules(const RuleFile& file, const std::vector<std::string>& names,
                                                      const Platform& platform);

}  // namespace texelscope::app
