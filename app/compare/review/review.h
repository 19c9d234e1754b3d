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
#include "app/compare/review/review_pair.h"
#include "app/compare/review/review_places.h"
#include "app/images/pixel_rectangle.h"

namespace texelscope::app {

/// A message for the user about the last action.
struct ReviewNotice {
  std::string text;
  /// Whether the action failed, in which case nothing was written.
  bool is_error = false;
};

/// The displayable files of a pair.
struct ReviewPictures {
  /// The actual image and the expected one (or the accepted one that it was compared with), if they can be read.
  std::vector<std::filesystem::path> files{};
  ReadOptions reading{};
};

/// The failing pairs of a comparison, which a user reviews one by one. Only accept(), write_masks() and undo() write
/// files; write errors are reported and change nothing.
class Review {
 public:
  /// Takes the failing pairs, by groups of like changes in the order of the results, which correspond to the files.
  /// Masks are written to `rules_path`.
  Review(const std::vector<FilePair>& files, std::vector<PairResult> results, ComparisonRules rules,
         std::filesystem::path rules_path);

  [[nodiscard]] const std::vector<ReviewPair>& pairs() const { return pairs_; }
  /// The index of the current pair.
  [[nodiscard]] std::size_t position() const { return position_; }
  /// Requires at least one pair.
  [[nodiscard]] const ReviewPair& pair() const { return pairs_[position_]; }
  /// The number of pairs in a state.
  [[nodiscard]] std::size_t count(ReviewState state) const;

  /// Moves by this number of pairs, wrapping around.
  void go(int step);
  void go_to(std::size_t position) { position_ = position; }
  /// Moves to the next open pair, wrapping around. Returns false, without moving, if there is none.
  bool go_to_open();

  /// Moves to the next or previous cluster of the pair, wrapping around; null if it has none.
  const DifferenceCluster* go_to_cluster(int step);
  /// Selects a cluster by its index in the pair's list.
  void choose_cluster(std::size_t position) { pairs_[position_].cluster = position; }
  /// The figures of the pair, or of the part that images of different sizes share; null if there are none.
  [[nodiscard]] const Comparison* comparison() const;
  /// The cluster that was displayed last; null before the first.
  [[nodiscard]] const DifferenceCluster* cluster() const;

  /// paths_of() the current pair.
  [[nodiscard]] std::array<std::filesystem::path, 2> paths() const { return paths_of(pair()); }
  /// Tries to read images that could not be compared.
  [[nodiscard]] ReviewPictures pictures() const;
  /// The rectangles that the rules mask in the pair's images.
  [[nodiscard]] std::vector<PixelRectangle> masks() const;
  /// A description of other masks; empty if there are none.
  [[nodiscard]] std::string other_masks() const;

  /// Replaces the expected image with the actual one, like `texelscope compare --update`; removes the expected one if
  /// the actual one is missing. Compares the pair again.
  ReviewNotice accept();
  /// Whether accepting removes the expected image.
  [[nodiscard]] bool accept_removes() const;
  /// Leaves the pair unchanged and failing.
  ReviewNotice reject();
  /// The positions of the group's open pairs.
  [[nodiscard]] std::vector<std::size_t> open_pairs(std::size_t group) const;
  /// Accepts or rejects all open pairs of a group; undo() undoes that at once.
  ReviewNotice accept_group(std::size_t group);
  ReviewNotice reject_group(std::size_t group);
  /// Writes these rectangles as the masks of the pair's image to the rules file, and compares the pair again.
  ReviewNotice write_masks(std::span<const PixelRectangle> rectangles);
  [[nodiscard]] bool can_undo() const { return !steps_.empty(); }
  /// Undoes the last action on any pair or group (an acceptance, masks or a rejection), and moves to that pair. Leaves
  /// a file unchanged if it was modified since, and does not try to restore it again.
  ReviewNotice undo();

  /// Whether the window shows all pairs in a grid.
  [[nodiscard]] bool has_grid() const { return has_grid_; }
  void show_grid(bool is_shown) { has_grid_ = is_shown; }
  [[nodiscard]] ReviewPlaces& places() { return places_; }
  void update_places() { places_.update(pairs_, rules_); }

 private:
  /// A part of an action that can be undone.
  struct Step {
    /// The index of the pair.
    std::size_t position = 0;
    /// The pair's previous decision.
    ReviewState before = ReviewState::open;
    /// The written file; none for a rejection.
    std::optional<FileChange> change{};
    /// The number of the action.
    std::size_t action = 0;
  };

  /// Records a decision on the pair.
  void decide(ReviewState decision, std::optional<FileChange> change);
  void compare_again();
  ReviewNotice accept_pair();
  ReviewNotice reject_pair();
  ReviewNotice undo_step();
  ReviewNotice decide_group(std::size_t group, ReviewNotice (Review::*decide_pair)(), std::string_view verb);

  ComparisonRules rules_;
  std::filesystem::path rules_path_;
  std::vector<ReviewPair> pairs_;
  std::size_t position_ = 0;
  /// The steps, oldest first.
  std::vector<Step> steps_;
  std::size_t action_ = 0;
  bool has_grid_ = false;
  ReviewPlaces places_;
};

}  // namespace texelscope::app
