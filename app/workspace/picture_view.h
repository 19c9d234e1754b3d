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

/// The picture that the current scene shows with its own view, and its position in the frame.
struct PictureView {
  std::shared_ptr<const Image> picture;
  View view;
  /// Its viewport is the frame.
  ViewExtent extent;
};

/// Nothing while a lab is open, and for scenes where wheel and drag move the frame.
[[nodiscard]] std::optional<PictureView> picture_view(const State& state);

/// The current scene's response to wheel, drag and keys; null while a lab is open, and for scenes without one.
[[nodiscard]] const SceneMovement* scene_movement(const State& state);

/// Changes the current view: that of the open lab, otherwise of the picture, otherwise of the frame. Does nothing for a
/// lab without a view.
void change_view(State& state, const std::function<void(View&, const ViewExtent&)>& change);

/// The effect of wheel, drag and keys: they move the scene if it has its own movement, otherwise the view that
/// change_view() changes. Positions are in the viewport.
void zoom_shown(State& state, double notches, Point at);
void pan_shown(State& state, Point from, Point to);
/// Like the above, but zooms about the center, and pans by a fraction of the visible part.
void zoom_shown(State& state, double notches);
void pan_shown_by_shares(State& state, double right, double down);
/// Fits the view: shows the whole picture, the whole frame, or the scene's initial view.
void fit_shown(State& state);
[[nodiscard]] bool is_fit_shown(const State& state);

/// Call after a picture has replaced `before`, which is null for the scenes' own picture. Shows all of the new picture,
/// but keeps the view if both have the same size, so that they can be compared.
void show_opened_picture(State& state, const Image* before);

/// Screen pixels per texel of the picture or, without a picture, of the frame.
[[nodiscard]] double shown_zoom(const State& state);

/// The picture coordinates of the frame's pixel under the mouse, in texels, which may be outside the picture. Nothing
/// if the mouse is not over the frame.
[[nodiscard]] std::optional<Point> hovered_position(const State& state, const PictureView& shown);

/// The exposure in stops that keys and the readout change: the scene's parameter if it has one, otherwise the
/// viewport's. Nothing for a frame without exposure.
[[nodiscard]] std::optional<float> shown_exposure(const State& state);
/// Sets the exposure in stops, -16 … 16; does nothing for a frame without exposure.
void set_exposure(State& state, float stops);
/// Sets the values that a scene with a tone shows as black and white to the range of the picture's values, or to 0 and
/// 1 if they already have that range. If there is no range, shows a notice.
void change_range(State& state);
/// The part of the exposure that the viewport applies to the frame.
[[nodiscard]] float viewport_exposure(const State& state);
/// The tone with which the current scene shows a picture.
[[nodiscard]] PictureTone shown_tone(const State& state, const Image& picture);

/// The value under the mouse as text, for the clipboard: the picture's own, otherwise the frame's. Nothing if there is
/// none.
[[nodiscard]] std::optional<std::string> hovered_text(const State& state);

}  // namespace texelscope::app
