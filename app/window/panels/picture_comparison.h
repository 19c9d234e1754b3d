#pragma once

#include <imgui.h>

#include "app/documents/picture_document.h"
#include "app/images/view.h"
#include "app/window/panels/theme.h"
#include "app/workspace/state.h"

/// The parts of the viewport for two pictures: the edge of a split, and masks.
namespace texelscope::app {

/// Window coordinates to the viewport's pixels and back.
struct Placement {
  ImVec2 corner;
  float pixels_per_point;

  [[nodiscard]] Point to_viewport(const ImVec2& at) const {
    return {(at.x - corner.x) * pixels_per_point, (at.y - corner.y) * pixels_per_point};
  }
  [[nodiscard]] ImVec2 to_window(const Point& at) const {
    return {corner.x + static_cast<float>(at.x) / pixels_per_point,
            corner.y + static_cast<float>(at.y) / pixels_per_point};
  }
};

/// Converts a position in the picture to one in the viewport.
[[nodiscard]] Point in_viewport(const Documents& documents, const PictureView& shown, const Point& at);

/// Moves the edge between two pictures that are shown side by side. @returns whether the mouse is over it or
/// drags it.
bool drag_split(Documents& documents, const Placement& placement, const Point& mouse, bool is_hovered);

/// Shift+drag with the left button masks a rectangle of the compared pictures; Shift+click removes the mask under the
/// mouse. Returns whether the mouse does one of these.
bool drag_mask(State& state, const Point& mouse, bool is_hovered);

/// The edge of a split and the masks, over the picture.
void draw_comparison(State& state, const PictureView& shown, const Theme& theme, ImDrawList* draw,
                     const Placement& placement);

}  // namespace texelscope::app
