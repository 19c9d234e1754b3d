#pragma once

#include <filesystem>
#include <string>

#include "texelscope/compare/compare.h"
#include "texelscope/compare/image.h"
#include "texelscope/compare/limits.h"

namespace texelscope::compare {

/// Where the images of tests are.
struct ImageFolders {
  /// The expected images, which belong in the repository.
  std::filesystem::path expected;
  /// Where failing images and their reports are written.
  std::filesystem::path actual;
  /// Whether an image that fails becomes the expected one.
  bool updates = false;
  /// How a person asks for that, for the text of a failure: "run the test once with …".
  std::string how_to_update = "run the test once with TEXELSCOPE_UPDATE_IMAGES=1 in the environment";
};

/// These folders, or in their place those of the environment variables TEXELSCOPE_EXPECTED_IMAGES and
/// TEXELSCOPE_ACTUAL_IMAGES. Images are updated where TEXELSCOPE_UPDATE_IMAGES is set and not 0.
[[nodiscard]] ImageFolders image_folders(std::filesystem::path expected, std::filesystem::path actual);

/// The result of checking an image in a test.
struct ImageCheck {
  Result result;
  /// Whether the expected image was written.
  bool is_updated = false;
  /// The message: the failures, where both images and the report are, and how to accept the image. Empty for an image
  /// that passed.
  std::string text;
  /// The page of a failed image; empty for one that passed, and where it could not be written.
  std::filesystem::path report;

  /// Also where the image was accepted.
  [[nodiscard]] bool has_passed() const { return is_updated || result.has_passed(); }
};

/// Compares an image with FOLDERS.expected/NAME, within the limits and as the rules of FOLDERS.expected/compare.json
/// say, which come after them. One that fails is written to FOLDERS.actual/NAME with a page, NAME.report/index.html,
/// beside it; one that passes takes both away. Where they cannot be written, the text says so after the failures. A
/// name is a path from the folder with '/', each part of at most 200 bytes, and ends in png, or in exr for floats.
/// @throws Error for another name, an ImageView without pixels or with extents out of range, and a damaged file of
/// rules.
[[nodiscard]] ImageCheck check_image(const ImageView& image, const std::string& name, const Limits& limits,
                                     const ImageFolders& folders);

}  // namespace texelscope::compare
