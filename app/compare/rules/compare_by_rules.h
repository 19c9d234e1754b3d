#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/compare/image_pair.h"
#include "app/compare/rules/rules.h"

namespace texelscope::app {

/// All that says how pairs are compared.
struct ComparisonRules {
  RuleFile file{};
  Platform platform = this_platform();
  /// For the last days of known failures.
  std::chrono::sys_days day = today();
  /// The rules where the file says nothing.
  ImageRules initial{};

  [[nodiscard]] ImageRules for_image(std::string_view name) const { return rules_for(file, name, platform, initial); }
};

/// An image that passes in place of the expected one.
struct AcceptedImage {
  /// As the rule names it.
  std::string name;
  /// None where it is not there, or cannot be read.
  std::optional<Image> image;
  /// Why it cannot be read; empty where it is not there.
  std::string error;
};

/// Reads a picture to compare: a part of a file of several pictures, a file of one as it is. @throws FileError.
[[nodiscard]] Image load_compared(const std::filesystem::path& path, const ReadOptions& options);

/// Reads the images that rules accept for the expected image of a path.
[[nodiscard]] std::vector<AcceptedImage> load_accepted(const std::filesystem::path& expected, const ImageRules& rules);

/// Compares a pair as its rules say: without alpha, as a display shows it, without masked pixels, with each image that
/// is accepted until one passes; of none that passes the nearest is told. An accepted image that cannot be read is a
/// failure, as are masks that leave out every pixel. A known failure that covers what failed is marked as such until
/// its last day, and fails from then on; one that passes is told, and fails where it is strict. `options` say what is
/// measured besides; their limits and mask are replaced. Never throws for what is wrong with images and masks: that is
/// a failure.
[[nodiscard]] PairResult compare_by_rules(ImagePair pair, std::vector<AcceptedImage> accepted, const ImageRules& rules,
                                          const ComparisonOptions& options, KeepImages keep,
                                          std::chrono::sys_days day = today());

/// Marks a known failure in a result, as compare_by_rules() does.
void judge_known_failure(const ImageRules& rules, std::chrono::sys_days day, PairResult& result);

}  // namespace texelscope::app
