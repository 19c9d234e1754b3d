#pragma once

#include <filesystem>
#include <string>

#include "app/compare/image_pair.h"
#include "app/compare/measures/limits.h"
#include "app/images/image.h"

namespace texelscope::compare {

/// The expected image of a check.
struct ExpectedImage {
  /// The folder of the expected images and their rules.
  std::filesystem::path folder;
  /// The path of the image, relative to the folder.
  std::string name;
  /// The limits, unless rules override them.
  app::Limits limits{};
};

/// The result of a check.
struct ExpectedImageResult {
  app::PairResult pair;
  /// The file that accepting the image writes: the expected image, or, if it exists, the platform's own image named by
  /// rules.
  std::filesystem::path target;
};

/// Compares an image with the expected one by the rules of the folder; an ignored image passes. Does not throw for
/// problems of the expected image, which are failures. @throws app::FileError for an invalid rules file.
[[nodiscard]] ExpectedImageResult compare_with_expected(const ExpectedImage& expected, const app::Image& actual,
                                                        app::KeepImages keep);

}  // namespace texelscope::compare
