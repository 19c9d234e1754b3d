#pragma once

#include <string>
#include <vector>

#include "app/compare/image_pair.h"

namespace texelscope::app {

/// How the pair fails; known failures do not. A failing pair whose kind nobody recorded has changed.
[[nodiscard]] ChangeKind kind_of(const PairResult& result);

/// The figures to show: of the images, or of the part that images of different sizes share; null if there are none.
[[nodiscard]] const Comparison* shown_comparison(const PairResult& result);

/// Sets PairResult::group of all failing pairs, numbered from 1 in the order of the results. A group contains pairs
/// that are missing, extra or damaged; or that grew by the same amount; or whose clusters have nearly the same places,
/// sizes and colors; or have exactly the same pixels and colors at other places. It never contains pairs with different
/// numbers of clusters, because a user may accept a group after looking at one pair. Groups of one pair are numbered
/// consecutively, so that they are listed together.
void group_changes(std::vector<PairResult>& results);

/// The change of the pair, in a few words: "24×24 px at (340, 20)", "3 px taller", or empty.
[[nodiscard]] std::string change_text(const PairResult& result);

}  // namespace texelscope::app
