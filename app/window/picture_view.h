#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/images/image.h"
#include "app/images/view.h"

namespace texelscope::app {

struct State;

/// The picture that the current scene shows by a view of its own, and how it lies in the frame.
struct PictureView {
  std::shared_ptr<const Image> picture;
  View view;
  /// Its viewport is the frame.
  ViewExtent extent;
};

/// Nothing while a lab is open, and for a scene whose frame is what wheel and drag move.
[[nodiscard]] std::optional<PictureView> picture_view(const State& state);

/// Changes what wheel, drag and keys move: the open lab's view, else the picture's, else the frame's. Nothing happens
/// where a lab has none.
void change_view(State& state, const std::function<void(View&, const ViewExtent&)>& change);

/// A position in the viewport as one in the viewport of the extent that change_view() gives: of the frame, where a
/// picture has a view.
[[nodiscard]] Point anchor_of_view(const State& state, Point in_viewport);

/// Pixels of the screen for each texel: of the picture, else of the frame.
[[nodiscard]] double shown_zoom(const State& state);

/// Where the frame's pixel under the mouse looks into the picture, in texels, also beyond its edges. Nothing where the
/// mouse is not over the frame.
[[nodiscard]] std::optional<Point> hovered_position(const State& state, const PictureView& shown);

/// The value under the mouse as text, for the clipboard: the picture's own, else the frame's. Nothing where there is
/// none.
[[nodiscard]] std::optional<std::string> hovered_text(const State& state);

}  // namespace texelscope::app
