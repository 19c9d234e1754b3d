#pragma once

#include <string_view>

#include "app/window/panels/panel.h"

namespace texelscope::app {

/// The color of a kind of change: "changed", "missing", …
[[nodiscard]] const ThemeColor& color_of_kind(std::string_view kind);

/// All pairs of the review, by groups of like changes, each with the place of its change in both images; nothing
/// without a review, or if the grid is closed.
void draw_review_grid(const PanelContext& context);

}  // namespace texelscope::app
