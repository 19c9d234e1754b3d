#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/compare/measures/compare.h"
#include "app/images/png_rows.h"

namespace texelscope::app {

/// The pairs whose pictures a report needs.
enum class KeepImages { no, failed, yes };

/// Two images that should be the same. One that is not there has a text that says why instead.
struct ImagePair {
  std::string name;
  std::optional<Image> expected;
  std::optional<Image> actual;
  std::string expected_error;
  std::string actual_error;
  /// Shown in the report as it is; may have several lines.
  std::string parameters;
  /// Where the images were read from; empty for those that were made otherwise.
  std::filesystem::path expected_file{};
  std::filesystem::path actual_file{};
  /// The shape of two images that are the same, bit by bit; the images themselves are absent then.
  std::optional<PngShape> equal{};
  /// Further pictures of the files that are not compared, which is a failure. Empty for most.
  std::string uncompared{};
};

/// A picture of a report; see report_pictures().
struct ReportPicture {
  /// Its content: "expected", "difference", …
  std::string kind;
  /// The ending of its file's name: "png", "jpg", "webp" or "js".
  std::string ending;
  /// The file. None where ReportWriter has written it.
  std::vector<std::byte> bytes;
  /// Where ReportWriter wrote it, from the report's folder on: "pictures/…".
  std::string path{};
};

/// The result of comparing a pair.
struct PairResult {
  std::string name;
  std::string parameters;
  /// Not there when one image was missing, or the two could not be compared.
  std::optional<Comparison> comparison;
  /// Why it failed, one text each; empty when the images are within the limits.
  std::vector<std::string> failures;
  std::vector<ReportPicture> pictures;
  /// The expected image's file, for tools that point at it; may be empty.
  std::string file;
  /// The image that rules accept and that the actual one was compared with; empty where it was the expected one.
  std::string accepted_image;
  /// The number of the part that is told, of files of several, whose parts were all compared; empty for others.
  std::string part;
  /// Both images were compared, and what failed is limits.
  bool broke_limits_alone = false;
  /// The rule and the reason of a pair that is known to fail, and does; empty for every other.
  std::string known_failure;
  /// Colors that the files ask for and that are not applied, and what rules say of a pair that passes; each once.
  std::vector<std::string> notes;
  double seconds = 0;

  /// Also where it is known to fail.
  [[nodiscard]] bool has_passed() const { return failures.empty() || !known_failure.empty(); }
};

/// Compares a pair. Pictures are made for a ReportWriter, which takes them; the map of ꟻLIP goes into them, and never
/// stays. Never throws for what is wrong with the images: that is a failure.
[[nodiscard]] PairResult compare_pair(const ImagePair& pair, const ComparisonOptions& options, KeepImages keep);

/// Sorts the worst to the front: those that could not be compared, then by failed or not, the pixels of the largest
/// cluster and the largest error; then names.
void sort_worst_first(std::vector<PairResult>& results);

}  // namespace texelscope::app
