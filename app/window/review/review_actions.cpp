#include "app/window/review/review_actions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "app/compare/review/review.h"
#include "app/documents/document.h"
#include "app/documents/listed_folders.h"
#include "app/documents/picture_document.h"
#include "app/workspace/open.h"
#include "app/workspace/state.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

bool has_several(const State& state, int) { return state.review.pairs && state.review.pairs->pairs().size() > 1; }
bool has_clusters(const State& state, int) {
  const Comparison* const comparison = state.review.pairs ? state.review.pairs->comparison() : nullptr;
  return comparison != nullptr && !comparison->clusters.empty() && picture_view(state);
}
bool can_mask(const State& state, int) {
  return has_clusters(state, 0) && state.review.pairs->pair().result.comparison;
}
bool has_open_group(const State& state, int) {
  return state.review.pairs && state.review.pairs->open_pairs(state.review.pairs->pair().group).size() > 1;
}
bool has_grid(const State& state, int) { return has_review_grid(state); }
bool has_review(const State& state, int) { return state.review.pairs != nullptr; }
bool is_failing(const State& state, int) {
  return state.review.pairs && !state.review.pairs->pair().result.has_passed();
}
bool can_undo(const State& state, int) { return state.review.pairs && state.review.pairs->can_undo(); }
bool can_write_masks(const State& state, int) {
  return state.review.pairs && state.review.pairs->pair().result.comparison && has_unwritten_masks(state);
}

void tell(State& state, const ReviewNotice& notice) {
  state.notices.notify(notice.is_error ? NoticeKind::error : NoticeKind::information, notice.text, state.now);
}

bool is_of_pair(const State& state, const fs::path& picture) {
  return std::ranges::any_of(state.review.pairs->paths(),
                             [&](const fs::path& path) { return plain_path(path) == plain_path(picture); });
}

/// Whether scenes process a picture of this pair, and no longer one of the previous pair.
bool shows_image_of_pair(const State& state) {
  return state.review.pairs && state.pictures.current && state.pictures.current->image != state.pictures.list.removed &&
         is_of_pair(state, state.pictures.current->path);
}

/// Whether the window already shows a picture of the pair, or none can be shown: the user must not decide on a pair
/// before seeing it.
bool is_pair_shown(const State& state) {
  const PictureList& list = state.pictures.list;
  if (list.pictures.empty()) {
    return true;
  }
  return list.shown && is_of_pair(state, list.pictures[*list.shown].path);
}

bool require_shown(State& state) {
  if (is_pair_shown(state)) {
    return true;
  }
  // A different picture may have been opened since.
  if (!state.pictures.reader.is_busy()) {
    show_reviewed_pair(state);
  }
  tell(state, {"Nothing was done: the pair is not shown yet. Inspect it, then press again.", true});
  return false;
}

/// Moves on to the next open pair; if there is none, shows the updated current pair.
void go_on(State& state) {
  if (!state.review.pairs->go_to_open()) {
    std::string counts;
    for (const ReviewState each :
         {ReviewState::accepted, ReviewState::removed, ReviewState::masked, ReviewState::rejected}) {
      if (const std::size_t count = state.review.pairs->count(each); count > 0) {
        counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", count, to_string(each));
      }
    }
    tell(state, {fmt::format("Every pair is reviewed: {}. Close the window to finish.", counts)});
  }
  show_reviewed_pair(state);
}

void accept_alike(State& state, int) {
  if (require_shown(state)) {
    decide_group(state, state.review.pairs->pair().group, true);
  }
}

void reject_alike(State& state, int) {
  if (require_shown(state)) {
    decide_group(state, state.review.pairs->pair().group, false);
  }
}

void go(State& state, int step) {
  state.review.pairs->go(step);
  show_reviewed_pair(state);
}

void accept(State& state, int) {
  if (!require_shown(state)) {
    return;
  }
  tell(state, state.review.pairs->accept());
  if (state.review.pairs->pair().state() != ReviewState::open) {
    go_on(state);
  }
}

void reject(State& state, int) {
  if (require_shown(state)) {
    tell(state, state.review.pairs->reject());
    go_on(state);
  }
}

void toggle_grid(State& state, int) { state.review.pairs->show_grid(!state.review.pairs->has_grid()); }

void write_masks(State& state, int) {
  if (!require_shown(state)) {
    return;
  }
  const ReviewNotice notice = state.review.pairs->write_masks(state.pictures.list.masks);
  tell(state, notice);
  if (!notice.is_error && state.review.pairs->pair().result.has_passed()) {
    go_on(state);
  } else if (!notice.is_error) {
    state.pictures.list.masks = state.review.pairs->masks();
    state.review.must_show_cluster = true;
    show_first_cluster(state);
  }
}

void undo(State& state, int) {
  tell(state, state.review.pairs->undo());
  show_reviewed_pair(state);
}

/// The fraction of the viewport that a cluster fills, and the maximum number of screen pixels per pixel of the picture.
constexpr double cluster_share = 1.0 / 3;
constexpr double largest_cluster_zoom = 12;

void show_cluster(State& state, int step) {
  if (state.review.pairs->go_to_cluster(step) != nullptr) {
    show_reviewed_cluster(state);
  }
}

void mask_cluster(State& state, int) {
  const Review& review = *state.review.pairs;
  const DifferenceCluster* const cluster =
      review.cluster() != nullptr ? review.cluster() : state.review.pairs->go_to_cluster(1);
  const Comparison& comparison = *review.pair().result.comparison;
  PixelRectangle bounds = bounds_of(*cluster);
  bounds.x += comparison.x;
  bounds.y += comparison.y;
  if (std::ranges::find(state.pictures.list.masks, bounds) == state.pictures.list.masks.end()) {
    state.pictures.list.masks.push_back(bounds);
  }
}

}  // namespace

void show_reviewed_pair(State& state) {
  const ReviewPictures pictures = state.review.pairs->pictures();
  PictureList& list = state.pictures.list;
  const PictureComparison comparison = list.comparison;
  const double split = list.split;
  const double other_exposure = list.other_exposure;
  list = {};
  list.comparison = comparison;
  list.other_exposure = other_exposure;
  list.split = split;
  list.masks = state.review.pairs->masks();
  list.removed = state.pictures.current ? state.pictures.current->image : nullptr;
  add_files(list, pictures.files, pictures.reading);
  if (list.pictures.empty()) {
    close_picture(state);
    shown_document(state)->fit();
  } else {
    show_listed(state, 0);
  }
  state.review.must_show_cluster = true;
}

void show_first_cluster(State& state) {
  if (!state.review.must_show_cluster || !state.frame.number || !shows_image_of_pair(state) || !picture_view(state)) {
    return;
  }
  state.review.must_show_cluster = false;
  shown_document(state)->fit();
  Review& review = *state.review.pairs;
  if (review.cluster() != nullptr || review.go_to_cluster(1) != nullptr) {
    show_reviewed_cluster(state);
  }
}

void show_reviewed_cluster(State& state) {
  const PixelRectangle bounds = bounds_of(*state.review.pairs->cluster());
  shown_document(state)->change_view([&](View& view, const ViewExtent& extent) {
    const double fitting =
        cluster_share * std::min(extent.viewport_width / bounds.width, extent.viewport_height / bounds.height);
    if (fitting <= fit_zoom(extent)) {
      fit(view, extent);
      return;
    }
    view.is_fit = false;
    view.zoom = std::clamp(fitting < 1 ? fitting : std::floor(fitting), fit_zoom(extent),
                           std::max(largest_cluster_zoom, fit_zoom(extent)));
    view.center = {bounds.x + bounds.width / 2.0, bounds.y + bounds.height / 2.0};
    settle(view, extent);
  });
}

void arrange_for_review(State& state) {
  state.arrangement.panels.properties.is_shown = false;
  state.pictures.list.masks = state.review.pairs->masks();
  state.review.must_show_cluster = true;
  constexpr std::size_t most_without_grid = 8;
  state.review.pairs->show_grid(state.review.pairs->pairs().size() > most_without_grid);
}

void decide_group(State& state, std::size_t group, bool accepts) {
  Review& review = *state.review.pairs;
  tell(state, accepts ? review.accept_group(group) : review.reject_group(group));
  go_on(state);
}

bool has_review_grid(const State& state) { return state.review.pairs && state.review.pairs->has_grid(); }

void close_review_grid(State& state) { state.review.pairs->show_grid(false); }

bool has_unwritten_masks(const State& state) { return state.pictures.list.masks != state.review.pairs->masks(); }

// One entry for each action, in the order of the menu.
// clang-format off
std::vector<Action> review_actions() {
  return {
      {"next_failure", "Next failure", "Shows the next pair of the review.", Menu::review,
       {{.key = 'D'}, {.key = key::down, .has_control = true}}, go, 1, nullptr, has_several, true},
      {"previous_failure", "Previous failure", "Shows the previous pair of the review.", Menu::review,
       {{.key = 'D', .has_shift = true}, {.key = key::up, .has_control = true}}, go, -1, nullptr, has_several, true},
      {"next_cluster", "Next cluster", "Centers the next cluster of failing pixels.", Menu::review,
       {{.key = 'Z'}}, show_cluster, 1, nullptr, has_clusters, true},
      {"previous_cluster", "Previous cluster", "Centers the previous cluster of failing pixels.", Menu::review,
       {{.key = 'Z', .has_shift = true}}, show_cluster, -1, nullptr, has_clusters, true},
      {"accept", "Accept", "Replaces the expected image with the actual one, then shows the next open pair.", Menu::review,
       {{.key = 'A'}}, accept, 0, nullptr, is_failing},
      {"reject", "Reject", "Keeps the expected image, so the pair fails, then shows the next open pair.", Menu::review,
       {{.key = 'K'}}, reject, 0, nullptr, is_failing},
      {"accept_group", "Accept all like this", "Accepts all open pairs whose change is like this one, then shows the next open pair.", Menu::review,
       {{.key = 'A', .has_control = true, .has_shift = true}}, accept_alike, 0, nullptr, has_open_group},
      {"reject_group", "Reject all like this", "Rejects all open pairs whose change is like this one, then shows the next open pair.", Menu::review,
       {{.key = 'K', .has_control = true, .has_shift = true}}, reject_alike, 0, nullptr, has_open_group},
      {"review_grid", "All failures", "Shows all failing pairs in a grid, by groups of like changes.", Menu::review,
       {{.key = 'G', .has_control = true, .has_shift = true}}, toggle_grid, 0, has_grid, has_review},
      {"undo_review", "Undo in review",
       "Reverts the last action, even on a different pair or a group, and shows that pair: restores the expected image or the rules, or revokes a rejection.", Menu::review,
       {{.key = 'U'}}, undo, 0, nullptr, can_undo},
      {"mask_cluster", "Mask here",
       "Masks the centered cluster; Shift+drag masks any rectangle. Writes nothing.", Menu::review,
       {{.key = 'S'}}, mask_cluster, 0, nullptr, can_mask},
      {"write_masks", "Write masks",
       "Writes the masks to compare.json as a rule for this image, and compares the pair again.", Menu::review,
       {{.key = 'M', .has_control = true, .has_shift = true}}, write_masks, 0, nullptr, can_write_masks},
  };
}
// clang-format on

}  // namespace texelscope::app
