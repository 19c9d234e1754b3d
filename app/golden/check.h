#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/compare/image_pair.h"
#include "app/compare/rules/rules.h"
#include "app/golden/frame_maker.h"
#include "app/golden/manifest.h"

namespace texelscope::app {

/// How an entry came out.
enum class GoldenVerdict : unsigned char {
  equal,
  /// Other pixels, but within the entry's tolerance and the limits of rules, or like an image that rules accept.
  within_tolerance,
  different,
  /// The golden has another size than its entry says.
  resized,
  /// There is no picture, or no entry.
  missing,
  /// A picture that no entry names.
  extra,
  /// The picture cannot be read, or its pixels are not those that the manifest has the hash of.
  corrupt,
  /// The frame could not be made.
  failed,
  /// It takes a renderer, and there is none: passes.
  not_made,
  /// Different, as a rule says it is: passes.
  known_failure,
};

/// "equal", "within tolerance", …
[[nodiscard]] std::string_view to_string(GoldenVerdict verdict);

/// One line of a check.
struct GoldenResult {
  GoldenEntry entry;
  GoldenVerdict verdict = GoldenVerdict::equal;
  /// The fault and its mend, or how far the frame differs; empty when it does not.
  std::string text;
  /// Notes of rules on a frame that passes.
  std::vector<std::string> notes;
  /// Of the largest difference of a channel, and the channels that differ; of pictures of one size.
  int max_error = 0;
  std::size_t differing_bytes = 0;
  std::optional<Image> expected;
  std::optional<Image> actual;

  [[nodiscard]] bool passes() const {
    return verdict == GoldenVerdict::equal || verdict == GoldenVerdict::within_tolerance ||
           verdict == GoldenVerdict::not_made || verdict == GoldenVerdict::known_failure;
  }
};

/// What is known of two pictures of one size and type.
struct ByteDifference {
  int max_error = 0;
  std::size_t differing_bytes = 0;
};
[[nodiscard]] ByteDifference difference_of(const Image& expected, const Image& actual);

/// The entries of these scenes, or of these names; all where none is given. @throws ParameterError for a name that is
/// neither a scene's nor an entry's.
[[nodiscard]] std::vector<GoldenEntry> chosen_entries(const GoldenManifest& manifest,
                                                      std::span<const std::string> names);

/// Makes the frame of each chosen entry and compares it with its picture, as the folder's compare.json says (rules.h)
/// of its file on a platform. Without names it also finds scenes without an entry and pictures without one.
/// @throws FileError for the manifest and the rules, ParameterError for the names.
[[nodiscard]] std::vector<GoldenResult> check_goldens(const std::filesystem::path& folder,
                                                      std::span<const std::string> names, const FrameMaker& make,
                                                      const GoldenProgress& progress = nullptr,
                                                      const Platform& platform = this_platform());

/// What a check found, for the reports of image comparisons: each frame with its figures and what it was made with. A
/// frame fails here exactly where it failed there, for the same reason.
[[nodiscard]] std::vector<PairResult> pair_results(std::span<const GoldenResult> results, KeepImages keep);

}  // namespace texelscope::app
