#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "app/compare/compare_pair.h"
#include "app/compare/rules/rules.h"
#include "app/images/image_reader.h"

namespace texelscope::app {

/// Everything that determines how pairs are compared.
struct ComparisonRules {
  RuleFile file{};
  Platform platform = this_platform();
  /// The current day, which decides whether a known failure has expired.
  std::chrono::sys_days day = today();
  /// The defaults, which the file overrides.
  ImageRules initial{};

  [[nodiscard]] ImageRules for_image(std::string_view name) const { return rules_for(file, name, platform, initial); }
};

/// An image that is accepted instead of the expected one.
struct AcceptedImage {
  /// The name in the rule.
  std::string name;
  /// The image; none if it is missing or cannot be read.
  std::optional<Image> image;
  /// The read error; empty if the image is missing.
  std::string error;
};

/// Reads an image to compare: a part of a file with multiple images, or its only image. @throws FileError.
[[nodiscard]] Image read_compared(const ImageReader& file, const ReadOptions& options);

/// Files that stay open, by path, while each of their parts is compared.
using OpenedImages = std::map<std::filesystem::path, ImageReader>;

/// Returns accepted images one after another, because all together may need a lot of memory; none after the last.
using AcceptedImages = std::function<std::optional<AcceptedImage>()>;

/// Reads the images that rules accept for an expected image, each file once. They must be in the folder that the
/// expected image must be in, or else in its own folder. Leaves some of them open in `opened`, which may be null, for
/// the next call.
[[nodiscard]] AcceptedImages load_accepted(const FilePlace& expected, const ImageRules& rules,
                                           OpenedImages* opened = nullptr);

/// Compares a pair by its rules: without alpha, as displayed, without masked pixels, and with each accepted image until
/// one passes; if none passes, the nearest is reported. An accepted image that cannot be read is a failure, as are
/// masks that cover every pixel. A failure covered by a known failure is marked as such until its last day, and counts
/// as a failure after that; if the pair passes, this is noted, or is a failure if the rule is strict. `options`
/// specifies what else is measured; its limits and mask are replaced. Does not throw for problems of images and masks,
/// which are failures.
[[nodiscard]] PairResult compare_by_rules(ImagePair pair, const AcceptedImages& accepted, const ImageRules& rules,
                                          const ComparisonOptions& options, KeepImages keep,
                                          std::chrono::sys_days day = today());

/// Marks a known failure in a result, as compare_by_rules() does.
void judge_known_failure(const ImageRules& rules, std::chrono::sys_days day, PairResult& result);

}  // namespace texelscope::app
