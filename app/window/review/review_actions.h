#pragma once

#include <cstddef>
#include <vector>

#include "app/window/action.h"

namespace texelscope::app {

/// Replaces the pictures of the previous pair with those of the pair under review: shows the actual image, with the
/// expected image as the other picture, and the masks of its rules. Requires a review.
void show_reviewed_pair(State& state);

/// Once a newly shown pair has its picture and a frame of the scene, centers the cluster viewed last, or else the
/// largest cluster. Without clusters, shows the whole picture.
void show_first_cluster(State& state);

/// Centers the chosen cluster in the view. Requires a cluster and a shown picture.
void show_reviewed_cluster(State& state);

/// Arranges the window for a review: shows its first pictures, many pairs in a grid, and hides the scene's properties,
/// which a review does not need.
void arrange_for_review(State& state);

/// Accepts or rejects all open pairs of a group of like changes, then shows the next open pair.
void decide_group(State& state, std::size_t group, bool accepts);

/// Whether the window shows all pairs of the review in a grid; close_review_grid() requires it.
[[nodiscard]] bool has_review_grid(const State& state);
void close_review_grid(State& state);

/// Whether the viewer's masks differ from those that the rules define for the pair.
[[nodiscard]] bool has_unwritten_masks(const State& state);

/// The actions of a review; they are disabled without one.
[[nodiscard]] std::vector<Action> review_actions();

}  // namespace texelscope::app
