#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "app/compare/image_pair.h"

namespace texelscope::app {

/// The state of a pair under review.
enum class ReviewState : unsigned char {
  /// Not decided.
  open,
  /// The expected image was replaced by the actual one.
  accepted,
  /// The expected image was removed, like the actual one.
  removed,
  /// Passes because the differing pixels are masked.
  masked,
  /// Fails, as the user decided.
  rejected
};
/// "open", "accepted", …
[[nodiscard]] std::string_view to_string(ReviewState state);

/// A pair that failed in the comparison.
struct ReviewPair {
  FilePair files;
  /// The result of the last comparison.
  PairResult result;
  /// How the pair failed, and the group of like changes, from 1, before any decision; see group_changes().
  std::string_view kind{};
  std::size_t group = 0;
  /// See change_text().
  std::string change{};
  /// The last decision, whether or not the pair passes with it.
  ReviewState decision = ReviewState::open;
  /// The index of the cluster that was displayed last, in shown_comparison(); none before the first.
  std::optional<std::size_t> cluster{};

  [[nodiscard]] ReviewState state() const;
};

/// The paths of the actual image and of the expected one, or the accepted one that it was compared with.
[[nodiscard]] std::array<std::filesystem::path, 2> paths_of(const ReviewPair& pair);

}  // namespace texelscope::app
