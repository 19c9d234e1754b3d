#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/images/image.h"
#include "app/images/view.h"
#include "app/scene/scene.h"

namespace texelscope::app {

struct PictureTone;
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

/// How wheel, drag and keys move the current scene; null while a lab is open, and for a scene that they do not move so.
[[nodiscard]] const SceneMovement* scene_movement(const State& state);

/// Changes the view that is shown: the open lab's, else the picture's, else the frame's. Nothing happens where a lab
/// has none.
void change_view(State& state, const std::function<void(View&, const ViewExtent&)>& change);

/// What wheel, drag and keys do: they move the scene where it has a movement of its own, else the view that
/// change_view() changes. Positions are in the viewport.
void zoom_shown(State& state, double notches, Point at);
void pan_shown(State& state, Point from, Point to);
/// The same about the middle, and by a share of what is shown.
void zoom_shown(State& state, double notches);
void pan_shown_by_shares(State& state, double right, double down);
/// Shows all of it: the whole picture, the whole frame, or the scene as it begins.
void fit_shown(State& state);
[[nodiscard]] bool is_fit_shown(const State& state);

/// After a picture was opened in the place of another, or of the scenes' own for null: shows the whole of it, but keeps
/// the view where both have one size, so that they can be compared.
void show_opened_picture(State& state, const Image* before);

/// Pixels of the screen for each texel: of the picture, else of the frame.
[[nodiscard]] double shown_zoom(const State& state);

/// Where the frame's pixel under the mouse looks into the picture, in texels, also beyond its edges. Nothing where the
/// mouse is not over the frame.
[[nodiscard]] std::optional<Point> hovered_position(const State& state, const PictureView& shown);

/// The exposure in stops that keys and the readout change: a parameter of the scene where it has one, else the
/// viewport's. Nothing for a frame that no exposure is applied to.
[[nodiscard]] std::optional<float> shown_exposure(const State& state);
/// Takes stops of -16 … 16; nothing happens where there is no exposure.
void set_exposure(State& state, float stops);
/// Gives the scene that shows a picture by a tone the range of its values as black and white, or where it has that
/// range, 0 and 1. Where there is none, a notice says so.
void change_range(State& state);
/// The part of the exposure that the viewport applies to the frame.
[[nodiscard]] float viewport_exposure(const State& state);
/// By which tone the current scene shows a picture.
[[nodiscard]] PictureTone shown_tone(const State& state, const Image& picture);

/// The value under the mouse as text, for the clipboard: the picture's own, else the frame's. Nothing where there is
/// none.
[[nodiscard]] std::optional<std::string> hovered_text(const State& state);

}  // namespace texelscope::app
