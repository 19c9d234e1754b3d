#pragma once

#include <vector>

#include "app/window/action.h"

namespace texelscope::app {

/// Shows the pictures of the pair under review in the place of those of the pair before: the actual image, with the
/// expected one as the other, and the masks of its rules. There must be a review.
void show_reviewed_pair(State& state);

/// Once a pair that is shown anew has its picture and a frame of the scene, brings the cluster that was looked at last
/// into the middle, or else the largest one. Without clusters the whole picture is in sight.
void show_first_cluster(State& state);

/// Brings the cluster that was chosen into the middle of the view. There must be one, and a picture that is shown.
void show_reviewed_cluster(State& state);

/// Makes the window one for a review, whose pictures it begins with: without the properties of the scene, which nobody
/// needs there.
void arrange_for_review(State& state);

/// Whether the viewer has other masks than the rules have for the pair.
[[nodiscard]] bool has_unwritten_masks(const State& state);

/// The actions of a review; they are off where there is none.
[[nodiscard]] std::vector<Action> review_actions();

}  // namespace texelscope::app
