#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/compare/compare_files.h"
#include "app/compare/review/file_change.h"
#include "app/images/pixel_rectangle.h"

namespace texelscope::app {

/// The state of a pair under review.
enum class ReviewState : unsigned char {
  /// Nobody has decided.
  open,
  /// The expected image is the actual one now.
  accepted,
  /// The expected image is gone, as the actual one is.
  removed,
  /// Passes, since the differing pixels are masked.
  masked,
  /// It fails, and a user has said that it should.
  rejected
};
/// "open", "accepted", …
[[nodiscard]] std::string_view to_string(ReviewState state);

/// A message for the user about the last action.
struct ReviewNotice {
  std::string text;
  /// Whether it could not be done; then nothing was written.
  bool is_error = false;
};

/// The files of a pair that can be shown.
struct ReviewPictures {
  /// The actual image and the expected one, or the accepted one that it was compared with; of those the ones that can
  /// be read.
  std::vector<std::filesystem::path> files{};
  ReadOptions reading{};
};

/// A pair that a comparison found to fail.
struct ReviewPair {
  FilePair files;
  /// As it was compared last.
  PairResult result;
  /// The last decision, whether the pair passes by it or not.
  ReviewState decision = ReviewState::open;
  /// Position of the cluster that was looked at last; nothing before the first.
  std::optional<std::size_t> cluster{};

  [[nodiscard]] ReviewState state() const;
};

/// The failing pairs of a comparison, which somebody goes through one by one. Writes files in accept(), write_masks()
/// and undo() alone; what cannot be written is told and leaves everything as it was.
class Review {
 public:
  /// Takes the pairs that fail, in the order of the results, which are those of the files. `rules_path` is where masks
  /// are written.
  Review(const std::vector<FilePair>& files, std::vector<PairResult> results, ComparisonRules rules,
         std::filesystem::path rules_path);

  [[nodiscard]] const std::vector<ReviewPair>& pairs() const { return pairs_; }
  /// Position of the one that is looked at.
  [[nodiscard]] std::size_t position() const { return position_; }
  /// There must be one.
  [[nodiscard]] const ReviewPair& pair() const { return pairs_[position_]; }
  /// How many pairs are in a state.
  [[nodiscard]] std::size_t count(ReviewState state) const;

  /// To the pair so many places on, around the ends.
  void go(int step);
  /// To the next pair that is open, around the end; where there is none, it stays. Whether there was one.
  bool go_to_open();

  /// The next cluster of the pair's failing pixels, or the one before, around the ends; null where it has none.
  const DifferenceCluster* go_to_cluster(int step);
  /// A position in the pair's list of clusters.
  void choose_cluster(std::size_t position) { pairs_[position_].cluster = position; }
  /// The one that was looked at last; null before the first.
  [[nodiscard]] const DifferenceCluster* cluster() const;

  /// The paths of the actual image and of the expected one, or the accepted one that it was compared with.
  [[nodiscard]] std::array<std::filesystem::path, 2> paths() const;
  /// Reads images that could not be compared, to find out.
  [[nodiscard]] ReviewPictures pictures() const;
  /// The rectangles that the rules mask in the pair's images.
  [[nodiscard]] std::vector<PixelRectangle> masks() const;
  /// Further masks in words; empty for none.
  [[nodiscard]] std::string other_masks() const;

  /// Writes the actual image over the expected one, as `texelscope compare --update` does; removes the expected one
  /// where the actual one is missing. Compares the pair again.
  ReviewNotice accept();
  /// Whether that removes the expected image.
  [[nodiscard]] bool accept_removes() const;
  /// The pair stays as it is, and fails.
  ReviewNotice reject();
  /// Makes these rectangles the masks of the pair's image in the file of rules, and compares the pair again.
  ReviewNotice write_masks(std::span<const PixelRectangle> rectangles);
  [[nodiscard]] bool can_undo() const { return !steps_.empty(); }
  /// Takes back what was last done with any pair, an acceptance, masks or a rejection, and looks at that pair. What
  /// others have written since stays, and is not tried again.
  ReviewNotice undo();

 private:
  /// An action that can be undone.
  struct Step {
    /// The pair's position.
    std::size_t position = 0;
    /// The pair's decision before.
    ReviewState before = ReviewState::open;
    /// The written file; nothing for a rejection.
    std::optional<FileChange> change{};
  };

  /// Takes a decision on the pair.
  void decide(ReviewState decision, std::optional<FileChange> change);
  void compare_again();

  ComparisonRules rules_;
  std::filesystem::path rules_path_;
  std::vector<ReviewPair> pairs_;
  std::size_t position_ = 0;
  /// In order.
  std::vector<Step> steps_;
};

}  // namespace texelscope::app
