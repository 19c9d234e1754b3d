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

/// The verdict on an entry.
enum class GoldenVerdict : unsigned char {
  equal,
  /// Different pixels, but within the entry's tolerance and the limits of rules, or equal to an accepted image.
  within_tolerance,
  different,
  /// The golden frame's size differs from that in its entry.
  resized,
  /// The image or the entry is missing.
  missing,
  /// An image that no entry names.
  extra,
  /// The image cannot be read, or its pixels do not match the hash in the manifest.
  corrupt,
  /// The frame could not be rendered.
  failed,
  /// Requires a renderer, and none is available: passes.
  not_made,
  /// Different, as a known failure: passes.
  known_failure,
};

/// "equal", "within tolerance", …
[[nodiscard]] std::string_view to_string(GoldenVerdict verdict);

/// One line of a check.
struct GoldenResult {
  GoldenEntry entry;
  GoldenVerdict verdict = GoldenVerdict::equal;
  /// The fault and its fix, or the size of the difference; empty for an equal frame.
  std::string text;
  /// Notes of rules on a frame that passes.
  std::vector<std::string> notes;
  /// The largest difference of a channel, and the number of differing channels, for images of the same size.
  int max_error = 0;
  std::size_t differing_bytes = 0;
  std::optional<Image> expected;
  std::optional<Image> actual;

  [[nodiscard]] bool passes() const {
    return verdict == GoldenVerdict::equal || verdict == GoldenVerdict::within_tolerance ||
           verdict == GoldenVerdict::not_made || verdict == GoldenVerdict::known_failure;
  }
};

/// The differences of two images of the same size and type.
struct ByteDifference {
  int max_error = 0;
  std::size_t differing_bytes = 0;
};
[[nodiscard]] ByteDifference difference_of(const Image& expected, const Image& actual);

/// A stored image with four channels of 8 bits, as in frames. @throws FileError.
[[nodiscard]] Image stored_frame(const FilePlace& file);

/// The PNG files of a folder that no entry and no rule names, sorted.
[[nodiscard]] std::vector<std::string> unnamed_pictures(const gpu::Folder& folder, const GoldenManifest& manifest,
                                                        const RuleFile& rules);

/// The entries of these scenes or names; all if none is specified. @throws ParameterError for a name that is neither a
/// scene nor an entry.
[[nodiscard]] std::vector<GoldenEntry> chosen_entries(const GoldenManifest& manifest,
                                                      std::span<const std::string> names);

/// Renders the frame of each selected entry and compares it with its image, by the rules in the folder's compare.json
/// (rules.h) for a platform. Without names, also finds scenes without entries and images without entries. @throws
/// FileError for the manifest and the rules, ParameterError for the names.
[[nodiscard]] std::vector<GoldenResult> check_goldens(const gpu::Folder& folder, std::span<const std::string> names,
                                                      const FrameMaker& make, const GoldenProgress& progress = nullptr,
                                                      const Platform& platform = this_platform());

/// The results of a check for the reports of image comparisons: each frame with its figures and parameters. A frame
/// fails in these results exactly if it failed in the check, for the same reason.
[[nodiscard]] std::vector<PairResult> pair_results(std::span<const GoldenResult> results, KeepImages keep);

}  // namespace texelscope::app
