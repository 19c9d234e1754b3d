#include "app/workspace/picture_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include "app/files/file_error.h"
#include "app/scene/picture_tone.h"
#include "app/workspace/state.h"

namespace texelscope::app {

std::optional<PictureView> picture_view(const State& state) {
  const SceneDeclaration& scene = current_scene(state);
  if (state.labs.is_any_open() || scene.view == nullptr) {
    return std::nullopt;
  }
  PictureView shown;
  try {
    shown.picture = scene.view->picture(input_of(state, scene));
  } catch (const FileError&) {
    // The picture is unknown until the scene starts.
    return std::nullopt;
  }
  shown.extent = {static_cast<double>(state.frame.width), static_cast<double>(state.frame.height), shown.picture->width,
                  shown.picture->height, false};
  shown.view = scene.view->read(current_settings(state).values, state.scenes.playback.number, shown.extent);
  return shown;
}

const SceneMovement* scene_movement(const State& state) {
  return state.labs.is_any_open() ? nullptr : current_scene(state).movement;
}

void change_view(State& state, const std::function<void(View&, const ViewExtent&)>& change) {
  if (state.labs.is_any_open()) {
    auto* const lab = current_capability<HasView>(state.labs);
    if (const LabView seen = lab != nullptr ? lab->shown_view() : LabView{}; seen.view != nullptr) {
      change(*seen.view, seen.extent);
    }
    return;
  }
  std::optional<PictureView> shown = picture_view(state);
  if (!shown) {
    change(state.viewport.view, view_extent(state));
    return;
  }
  change(shown->view, shown->extent);
  current_scene(state).view->write(shown->view, state.scenes.playback.number, shown->extent,
                                   current_settings(state).values);
}

namespace {

FrameInput frame_input(const State& state) {
  return {
      .number = state.scenes.playback.number, .width = state.frame.width, .height = state.frame.height, .pointer = {}};
}

/// Converts a position in the viewport to one in the moved object: scenes and pictures are positioned in the frame,
/// which has its own view.
Point position_in_moved(const State& state, Point in_viewport) {
  const bool is_in_frame = scene_movement(state) != nullptr || picture_view(state);
  return is_in_frame ? image_position(state.viewport.view, view_extent(state), in_viewport) : in_viewport;
}

void pan_moved(State& state, double dx, double dy) {
  if (const SceneMovement* const movement = scene_movement(state)) {
    if (movement->pan != nullptr) {
      movement->pan(frame_input(state), dx, dy, current_settings(state).values);
    }
    return;
  }
  change_view(state, [&](View& view, const ViewExtent& extent) { pan(view, extent, dx, dy); });
}

}  // namespace

void zoom_shown(State& state, double notches, Point at) {
  const Point anchor = position_in_moved(state, at);
  if (const SceneMovement* const movement = scene_movement(state)) {
    movement->zoom(frame_input(state), notches, anchor, current_settings(state).values);
    return;
  }
  change_view(state, [&](View& view, const ViewExtent& extent) { zoom_by(view, extent, notches, anchor); });
}

void zoom_shown(State& state, double notches) {
  if (scene_movement(state) != nullptr) {
    zoom_shown(state, notches, {state.viewport.width / 2, state.viewport.height / 2});
    return;
  }
  change_view(state, [&](View& view, const ViewExtent& extent) {
    zoom_by(view, extent, notches, {extent.viewport_width / 2, extent.viewport_height / 2});
  });
}

void pan_shown(State& state, Point from, Point to) {
  const Point start = position_in_moved(state, from);
  const Point end = position_in_moved(state, to);
  pan_moved(state, end.x - start.x, end.y - start.y);
}

void pan_shown_by_shares(State& state, double right, double down) {
  if (scene_movement(state) != nullptr) {
    pan_moved(state, right * state.frame.width, down * state.frame.height);
    return;
  }
  change_view(state, [&](View& view, const ViewExtent& extent) {
    pan(view, extent, right * extent.viewport_width, down * extent.viewport_height);
  });
}

void fit_shown(State& state) {
  if (const SceneMovement* const movement = scene_movement(state)) {
    current_settings(state).values.reset(movement->parameters);
  } else {
    change_view(state, fit);
  }
  if (!state.labs.is_any_open()) {
    fit(state.viewport.view, view_extent(state));
  }
}

void show_opened_picture(State& state, const Image* before) {
  const Image& opened = *state.pictures.current->image;
  if (before != nullptr && before->width == opened.width && before->height == opened.height) {
    return;
  }
  for (std::size_t i = 0; i < state.scenes.all.size(); ++i) {
    if (state.scenes.all[i].view != nullptr) {
      state.scenes.settings[i].values.reset(state.scenes.all[i].view->parameters);
    }
  }
}

bool is_fit_shown(const State& state) {
  if (const SceneMovement* const movement = scene_movement(state)) {
    ParameterValues initial = current_settings(state).values;
    initial.reset(movement->parameters);
    return state.viewport.view.is_fit && initial == current_settings(state).values;
  }
  const std::optional<PictureView> shown = picture_view(state);
  return !state.labs.is_any_open() && state.viewport.view.is_fit && (!shown || shown->view.is_fit);
}

double shown_zoom(const State& state) {
  const std::optional<PictureView> shown = picture_view(state);
  return shown ? shown->view.zoom * state.viewport.view.zoom : state.viewport.view.zoom;
}

std::optional<Point> hovered_position(const State& state, const PictureView& shown) {
  if (!state.viewport.hovered) {
    return std::nullopt;
  }
  return image_position(shown.view, shown.extent,
                        {std::floor(state.viewport.hovered->x) + 0.5, std::floor(state.viewport.hovered->y) + 0.5});
}

std::optional<float> shown_exposure(const State& state) {
  if (has_tone(current_scene(state))) {
    return static_cast<float>(current_settings(state).values.real(exposure_parameter));
  }
  return state.frame.format == FrameFormat::rgba32f ? std::optional{state.viewport.exposure} : std::nullopt;
}

void set_exposure(State& state, float stops) {
  const float clamped = std::clamp(stops, -16.0F, 16.0F);
  if (has_tone(current_scene(state))) {
    current_settings(state).values.set(exposure_parameter, static_cast<double>(clamped));
  } else if (shown_exposure(state)) {
    state.viewport.exposure = clamped;
  }
}

void change_range(State& state) {
  const std::optional<PictureView> shown = picture_view(state);
  if (!shown || !has_tone(current_scene(state))) {
    return;
  }
  ParameterValues& values = current_settings(state).values;
  const auto channels = static_cast<PictureChannels>(values.choice("channels"));
  const std::optional<std::pair<float, float>> range = value_range(*shown->picture, channels);
  if (!range || range->first == range->second) {
    state.notices.notify(NoticeKind::information,
                         range ? fmt::format("All shown values are {:.6g}, so they have no range.", range->first)
                               : std::string{"No shown value is finite, so there is no range."},
                         state.now);
    return;
  }
  const auto held = [](float value) { return std::clamp(static_cast<double>(value), -65536.0, 65536.0); };
  const std::pair<double, double> wanted{held(range->first), held(range->second)};
  const bool has_it = wanted == std::pair{values.real("black"), values.real("white")};
  values.set("black", has_it ? 0.0 : wanted.first);
  values.set("white", has_it ? 1.0 : wanted.second);
}

float viewport_exposure(const State& state) { return has_tone(current_scene(state)) ? 0.0F : state.viewport.exposure; }

PictureTone shown_tone(const State& state, const Image& picture) {
  const bool is_encoded = picture.type != gpu::DataType::float32;
  return has_tone(current_scene(state))
             ? picture_tone(current_settings(state).values, is_encoded)
             : PictureTone{.is_encoded = is_encoded, .gain = std::exp2(viewport_exposure(state))};
}

std::optional<std::string> hovered_text(const State& state) {
  if (const std::optional<PictureView> shown = picture_view(state)) {
    const std::optional<Point> at = hovered_position(state, *shown);
    const std::optional<PictureTexel> texel = at ? picture_texel(*shown->picture, at->x, at->y) : std::nullopt;
    return texel ? std::optional{texel_text(*texel, state.viewport.notation)} : std::nullopt;
  }
  const std::optional<TexelValue> value = hovered_value(state);
  return value ? std::optional{texel_text(state.frame.format, *value)} : std::nullopt;
}

}  // namespace texelscope::app
