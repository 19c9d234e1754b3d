#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/compare/compare_files.h"

/// Taking actual images for expected ones.
namespace texelscope::app {

enum class AcceptanceKind : unsigned char {
  /// There was no expected image.
  added,
  replaced,
  /// The expected image goes, as there is no actual one.
  removed,
  /// Stays as it is; the text says why.
  kept,
  /// Asked for, and cannot be done.
  refused
};
/// "added", "replaced", …
[[nodiscard]] std::string_view to_string(AcceptanceKind kind);

/// The outcome for one expected image.
struct Acceptance {
  AcceptanceKind kind = AcceptanceKind::kept;
  /// The pair.
  std::string name;
  /// The file that is written or removed: the expected image, or this platform's own that rules accept in its place.
  std::filesystem::path target;
  std::filesystem::path actual;
  /// Why, and by how much, as part of a line.
  std::string text;

  [[nodiscard]] bool writes() const {
    return kind == AcceptanceKind::added || kind == AcceptanceKind::replaced || kind == AcceptanceKind::removed;
  }
};

/// Which pairs are accepted.
struct AcceptanceChoice {
  /// Names; one that no pair has is a glob. Those of all pairs where there is none.
  std::vector<std::string> names{};
  /// Only pairs that fail; else all that differ.
  bool only_failed = false;
  /// Removes expected images whose actual image is missing; else they are kept.
  bool prunes = false;
};

/// The acceptances, by name, after the pairs were compared; last, images that rules accept for removed ones alone.
/// A known failure is kept unless it is named; an actual image that cannot be read whole is refused. Writes nothing.
/// @throws FileError for a name that is no pair's.
[[nodiscard]] std::vector<Acceptance> plan_acceptance(const std::vector<FilePair>& files,
                                                      const std::vector<PairResult>& results,
                                                      const ComparisonRules& rules, const AcceptanceChoice& choice);

/// Does one of them, so that the target is the old file or the whole actual one at any moment; a target that is a link
/// stays one. Folders are made. @throws FileError, also where the actual image cannot be read whole.
void accept_image(const Acceptance& acceptance);

/// Does all of a plan that write, several at once: bringing each file to the disk is what takes the time. `on_done` is
/// called for each of the plan, in its order. @throws FileError of the first that fails, when those that were done with
/// it were told.
void accept_images(std::span<const Acceptance> plan, const std::function<void(const Acceptance&)>& on_done);

}  // namespace texelscope::app
