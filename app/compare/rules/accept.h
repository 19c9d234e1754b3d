#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/compare/compare_files.h"

/// Replacing expected images with actual images.
namespace texelscope::app {

enum class AcceptanceKind : unsigned char {
  /// The expected image did not exist.
  added,
  replaced,
  /// The expected image is removed, because the actual one is missing.
  removed,
  /// Unchanged; the text says why.
  kept,
  /// Requested, but impossible.
  refused
};
/// "added", "replaced", …
[[nodiscard]] std::string_view to_string(AcceptanceKind kind);

/// The outcome for one expected image.
struct Acceptance {
  AcceptanceKind kind = AcceptanceKind::kept;
  /// The pair.
  std::string name;
  /// The file that is written or removed: the expected image, or this platform's own image, which rules accept instead.
  std::filesystem::path target;
  std::filesystem::path actual;
  /// The reason and the difference, as part of a line.
  std::string text;
  /// The folders that the target and the actual image must be in; none for files that the user named.
  gpu::Folder expected_folder{};
  gpu::Folder actual_folder{};

  [[nodiscard]] bool writes() const {
    return kind == AcceptanceKind::added || kind == AcceptanceKind::replaced || kind == AcceptanceKind::removed;
  }
};

/// The selection of pairs to accept.
struct AcceptanceChoice {
  /// The names of pairs; a name without a pair is a glob. Empty for all pairs.
  std::vector<std::string> names{};
  /// Selects only failing pairs, instead of all pairs that differ.
  bool only_failed = false;
  /// Removes expected images whose actual image is missing, instead of keeping them.
  bool prunes = false;
};

/// Plans the acceptances after the comparison, sorted by name; images that rules accept only for removed images are
/// last. A known failure is kept unless it is named; an actual image that cannot be read completely is refused, and so
/// is a target that exists but is not an image, or that a link leads to outside the compared folder. Writes nothing.
/// @throws FileError for a name without a pair.
[[nodiscard]] std::vector<Acceptance> plan_acceptance(const std::vector<FilePair>& files,
                                                      const std::vector<PairResult>& results,
                                                      const ComparisonRules& rules, const AcceptanceChoice& choice);

/// Performs one acceptance atomically; a target that is a link remains a link. Creates missing folders. @throws
/// FileError, including if the actual image cannot be read completely.
void accept_image(const Acceptance& acceptance);

/// Performs all acceptances of a plan that write, in parallel, because flushing files to disk dominates the time. Calls
/// `on_done` for each element of the plan, in order. @throws the first FileError, after calling `on_done` for the
/// elements completed before it.
void accept_images(std::span<const Acceptance> plan, const std::function<void(const Acceptance&)>& on_done);

}  // namespace texelscope::app
