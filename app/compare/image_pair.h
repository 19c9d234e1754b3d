#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/compare/change.h"
#include "app/compare/measures/comparison.h"
#include "app/files/file.h"
#include "app/images/image.h"
#include "app/images/png_rows.h"

namespace texelscope::app {

/// The pairs whose images a report needs.
enum class KeepImages { no, failed, yes };

/// Two files that should contain the same image.
struct FilePair {
  /// UTF-8, and different from those of other pairs.
  std::string name;
  std::filesystem::path expected;
  std::filesystem::path actual;
  /// Why the pair cannot be compared, such as a dangling link, or a file name that is not UTF-8; usually empty.
  std::string fault{};
  /// The probable partner, if one file of the pair is missing.
  std::string hint{};
  /// The compared folders, which links must not lead out of; none for files that the user named.
  gpu::Folder expected_folder{};
  gpu::Folder actual_folder{};
  /// The name of the test that compares them; may be empty.
  std::string test{};

  [[nodiscard]] FilePlace expected_file() const { return {expected, expected_folder}; }
  [[nodiscard]] FilePlace actual_file() const { return {actual, actual_folder}; }
};

/// Two images that should be the same. A missing image has an error text instead.
struct ImagePair {
  std::string name;
  std::optional<Image> expected;
  std::optional<Image> actual;
  std::string expected_error;
  std::string actual_error;
  /// Shown in the report verbatim; may have multiple lines.
  std::string parameters;
  /// The files of the images; empty for images from other sources.
  FilePlace expected_file{};
  FilePlace actual_file{};
  /// The shape of two bit-identical images, which are then absent.
  std::optional<PngShape> equal{};
  /// Further images of the files that are not compared, which is a failure; usually empty.
  std::string uncompared{};
  /// ComparisonOptions::missing.
  std::vector<std::uint8_t> missing{};
};

/// An image of a report; see report_pictures().
struct ReportPicture {
  /// Its content: "expected", "difference", …
  std::string kind;
  /// The extension of its file: "png", "jpg", "webp" or "js".
  std::string ending;
  /// The file; empty once ReportWriter has written it.
  std::vector<std::byte> bytes;
  /// The path that ReportWriter wrote it to, relative to the report's folder: "pictures/…".
  std::string path{};
};

/// The result of comparing a pair.
struct PairResult {
  /// Different from those of other pairs of the same test.
  std::string name;
  std::string parameters;
  /// Absent if an image was missing, or the two images could not be compared.
  std::optional<Comparison> comparison;
  /// How the pair fails; see kind_of().
  ChangeKind kind = ChangeKind::none;
  /// The sizes of the images, if they differ, and the figures of the part from the top left that both have.
  std::optional<ImageSizes> sizes;
  std::optional<Comparison> common_part;
  /// The color changes of the largest clusters of a failing pair, in their order.
  std::vector<ColorChange> colors;
  /// The group of like changes, from 1; 0 for none. See group_changes().
  std::size_t group = 0;
  /// The part of both images in the picture of kind "place".
  std::optional<PixelRectangle> place;
  /// One text per failure; empty if the images are within the limits.
  std::vector<std::string> failures;
  std::vector<ReportPicture> pictures;
  /// The expected image's file, for tools that refer to it; may be empty.
  std::string file;
  /// The accepted image that the actual one was compared with; empty for the expected one.
  std::string accepted_image;
  /// The number of the reported part, if all parts of the files were compared; otherwise empty.
  std::string part;
  /// Whether both images were compared and only limits failed.
  bool broke_limits_alone = false;
  /// The rule and reason for a pair that is known to fail and does; otherwise empty.
  std::string known_failure;
  /// Color information of the files that is not applied, and notes of rules on a passing pair; each once. A note about
  /// only one of the files begins with "expected: " or "actual: ".
  std::vector<std::string> notes;
  /// How often the pair passed and failed, if its verdict flips; see add_run().
  std::string flips;
  double seconds = 0;
  /// The test that compared the pair; empty if there is only one comparison.
  std::string test{};

  /// True for known failures, too.
  [[nodiscard]] bool has_passed() const { return failures.empty() || !known_failure.empty(); }
};

}  // namespace texelscope::app
