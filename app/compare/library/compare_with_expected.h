#pragma once

#include <filesystem>
#include <string>

#include "app/compare/image_pair.h"
#include "app/compare/measures/limits.h"
#include "app/images/image.h"

namespace texelscope::compare {

/// An image that is compared with the expected one of its name.
struct ExpectedImage {
  /// The folder of the expected images, and of their rules.
  std::filesystem::path folder;
  /// The image's path there.
  std::string name;
  /// The limits where no rule says otherwise.
  app::Limits limits{};
};

/// The result.
struct ExpectedImageResult {
  app::PairResult pair;
  /// The file that accepting the image writes: the expected image, or where there is one, the platform's own that rules
  /// name.
  std::filesystem::path target;
};

/// Compares an image with the expected one as the rules of the folder say; one that they leave out passes. Never throws
/// for what is wrong with the expected image: that is a failure. @throws app::FileError for a file of rules that is
/// none.
[[nodiscard]] ExpectedImageResult compare_with_expected(const ExpectedImage& expected, const app::Image& actual,
                                                        app::KeepImages keep);

}  // namespace texelscope::compare
