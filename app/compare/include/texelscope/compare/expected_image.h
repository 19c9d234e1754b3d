#pragma once

#include <filesystem>
#include <string>

#include "texelscope/compare/compare.h"
#include "texelscope/compare/image.h"
#include "texelscope/compare/limits.h"

namespace texelscope::compare {

/// The image folders of tests.
struct ImageFolders {
  /// The expected images, which belong in the repository.
  std::filesystem::path expected;
  /// Where failing images and their reports are written.
  std::filesystem::path actual;
  /// Whether a failing image replaces the expected one.
  bool updates = false;
  /// How a user requests the replacement, for failure messages: "run the test once with …".
  std::string how_to_update = "run the test once with TEXELSCOPE_UPDATE_IMAGES=1 in the environment";
  /// The name of the test, for the report of a whole run; without it, a passing image leaves no results.
  std::string test{};
};

/// These folders, or those in the environment variables TEXELSCOPE_EXPECTED_IMAGES and TEXELSCOPE_ACTUAL_IMAGES. Images
/// are updated if TEXELSCOPE_UPDATE_IMAGES is set and not 0.
[[nodiscard]] ImageFolders image_folders(std::filesystem::path expected, std::filesystem::path actual);

/// The result of checking an image in a test.
struct ImageCheck {
  Result result;
  /// Whether the expected image was written.
  bool is_updated = false;
  /// The message: the failures, the paths of both images and of the report, and how to accept the image. Empty for an
  /// image that passed.
  std::string text;
  /// The report page of a failed image; empty for one that passed, or if it could not be written.
  std::filesystem::path report;

  /// True for an accepted image, too.
  [[nodiscard]] bool has_passed() const { return is_updated || result.has_passed(); }
};

/// Compares an image with FOLDERS.expected/NAME, within the limits, which the rules in FOLDERS.expected/compare.json
/// override. A failing image is written to FOLDERS.actual/NAME, with a page NAME.report/index.html next to it; a
/// passing one removes both, but leaves NAME.report/results.json if FOLDERS.test is given. If they cannot be written,
/// the text reports it after the failures. A name is a path
/// relative to the folder with '/', each part at most 200 bytes, and ends in png, or in exr for floats. @throws Error
/// for any other name, an ImageView without pixels or with extents out of range, and a damaged rules file.
[[nodiscard]] ImageCheck check_image(const ImageView& image, const std::string& name, const Limits& limits,
                                     const ImageFolders& folders);

}  // namespace texelscope::compare
