#include "app/window/picture_view.h"

#include <cmath>
#include <utility>

#include "app/files/file_error.h"
#include "app/window/state.h"

namespace texelscope::app {

std::optional<PictureView> picture_view(const State& state) {
  const SceneDeclaration& scene = current_scene(state);
  if (state.lab || scene.view == nullptr) {
    return std::nullopt;
  }
  PictureView shown;
  try {
    shown.picture = scene.view->picture(input_of(state, scene));
  } catch (const FileError&) {
    // The scene's start tells it.
    return std::nullopt;
  }
  shown.extent = {static_cast<double>(state.frame_width), static_cast<double>(state.frame_height), shown.picture->width,
                  shown.picture->height, false};
  shown.view = scene.view->read(current_settings(state).values, shown.extent);
  return shown;
}

void change_view(State& state, const std::function<void(View&, const ViewExtent&)>& change) {
  if (state.lab) {
    if (const LabView seen = state.lab_states[*state.lab]->shown_view(); seen.view != nullptr) {
      change(*seen.view, seen.extent);
    }
    return;
  }
  std::optional<PictureView> shown = picture_view(state);
  if (!shown) {
    change(state.view, view_extent(state));
    return;
  }
  change(shown->view, shown->extent);
  current_scene(state).view->write(shown->view, shown->extent, current_settings(state).values);
}

Point anchor_of_view(const State& state, Point in_viewport) {
  return picture_view(state) ? image_position(state.view, view_extent(state), in_viewport) : in_viewport;
}

double shown_zoom(const State& state) {
  const std::optional<PictureView> shown = picture_view(state);
  return shown ? shown->view.zoom * state.view.zoom : state.view.zoom;
}

std::optional<Point> hovered_position(const State& state, const PictureView& shown) {
  if (!state.hovered) {
    return std::nullopt;
  }
  return image_position(shown.view, shown.extent,
                        {std::floor(state.hovered->x) + 0.5, std::floor(state.hovered->y) + 0.5});
}

std::optional<std::string> hovered_text(const State& state) {
  if (const std::optional<PictureView> shown = picture_view(state)) {
    const std::optional<Point> at = hovered_position(state, *shown);
    const std::optional<PictureTexel> texel = at ? picture_texel(*shown->picture, at->x, at->y) : std::nullopt;
    return texel ? std::optional{texel_text(*texel, state.notation)} : std::nullopt;
  }
  const std::optional<TexelValue> value = hovered_value(state);
  return value ? std::optional{texel_text(state.format, *value)} : std::nullopt;
}

}  // namespace texelscope::app
