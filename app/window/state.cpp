#include "app/window/state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/scene/scene_input.h"
#include "app/text/shown_path.h"

namespace texelscope::app {
namespace {

constexpr double long_seconds = 0.5;

/// Opens the first lab that accepts the offer.
template <class Offer>
void open_first_lab(State& state, const Offer& takes) {
  for (std::size_t lab = 0; lab < state.lab_states.size(); ++lab) {
    if (takes(*state.lab_states[lab])) {
      choose_lab(state, lab);
      return;
    }
  }
}

}  // namespace

void advance(Playback& playback, double seconds, std::uint64_t most) {
  playback.fraction += seconds * 60;
  const double due = std::floor(playback.fraction);
  playback.fraction -= due;
  playback.number += std::min(static_cast<std::uint64_t>(std::max(due, 0.0)), most);
}

State::State(std::span<const SceneDeclaration> all_scenes, std::span<const LabDeclaration> all_labs)
    : scenes{all_scenes}, labs{all_labs} {
  for (const SceneDeclaration& scene_declaration : scenes) {
    settings.push_back(
        {ParameterValues{scene_declaration.parameters()}, {.follows_viewport = !scene_declaration.has_history}});
  }
  for (const LabDeclaration& lab_declaration : labs) {
    lab_states.push_back(lab_declaration.make());
  }
}

const SceneDeclaration& current_scene(const State& state) { return state.scenes[state.scene]; }
SceneSettings& current_settings(State& state) { return state.settings[state.scene]; }
const SceneSettings& current_settings(const State& state) { return state.settings[state.scene]; }

ViewExtent view_extent(const State& state) {
  return {state.viewport_width, state.viewport_height, state.frame_width, state.frame_height};
}

void choose_scene(State& state, std::size_t scene) {
  if (scene < state.scenes.size()) {
    state.lab.reset();
  }
  if (scene < state.scenes.size() && scene != state.scene) {
    state.scene = scene;
    state.playback.number = 0;
    state.has_failed = false;
    state.view.is_fit = true;
  }
}

void choose_scene_for_input(State& state) {
  if (!state.image || state.scenes[state.scene].takes == kind_of(*state.image->image)) {
    return;
  }
  const auto found = std::ranges::find(state.scenes, kind_of(*state.image->image), &SceneDeclaration::takes);
  if (found != state.scenes.end()) {
    choose_scene(state, static_cast<std::size_t>(found - state.scenes.begin()));
  }
}

std::shared_ptr<const Image> shown_image(const State& state) {
  if (!state.image) {
    return nullptr;
  }
  return state.compared.picture ? state.compared.picture : state.image->image;
}

OfferedPicture offered_picture(const State& state) {
  if (state.lab) {
    return state.lab_states[*state.lab]->shown_picture();
  }
  const PictureList& list = state.pictures;
  const std::string name = shown_file_name(state.image->path);
  if (state.compared.picture && list.other) {
    return {fmt::format("{} and {}: {}", name, shown_file_name(list.pictures[*list.other].path),
                        picture_comparison_titles()[static_cast<std::size_t>(list.comparison)]),
            state.compared.picture, "", ""};
  }
  return {name, state.image->image, state.image->path, state.image->reading.part};
}

bool has_offered_picture(const State& state) {
  return state.lab ? state.lab_states[*state.lab]->shows_picture() : state.image.has_value();
}

std::shared_ptr<const Image> input_of(const State& state, const SceneDeclaration& scene) {
  return input_for(scene, shown_image(state));
}

const LabDeclaration* current_lab(const State& state) { return state.lab ? &state.labs[*state.lab] : nullptr; }

bool is_scene_resting(const State& state) { return state.lab && !state.lab_states[*state.lab]->watches_scene(); }

void choose_lab(State& state, std::size_t lab) {
  if (lab < state.labs.size()) {
    state.lab = lab;
    state.hovered.reset();
    state.pointer.is_pressed = false;
  }
}

FrameSize wanted_frame_size(const State& state) {
  FrameSize size = current_settings(state).size;
  if (size.follows_viewport) {
    size.width = static_cast<int>(state.viewport_width);
    size.height = static_cast<int>(state.viewport_height);
  }
  size.width = std::clamp(size.width, 1, maximum_frame_extent);
  size.height = std::clamp(size.height, 1, maximum_frame_extent);
  return size;
}

std::optional<TexelValue> hovered_value(const State& state) {
  if (!state.hovered) {
    return std::nullopt;
  }
  return state.texels.at(static_cast<int>(state.hovered->x), static_cast<int>(state.hovered->y));
}

TexelPatch wanted_texels(const State& state, double minimum_pixels) {
  const ViewExtent extent = view_extent(state);
  const int width = state.frame_width;
  const int height = state.frame_height;
  TexelPatch patch{.format = state.format};
  if (state.has_texel_values && state.view.zoom >= minimum_pixels) {
    const Point first = image_position(state.view, extent, {0, 0});
    const Point last = image_position(state.view, extent, {state.viewport_width, state.viewport_height});
    patch.x = static_cast<int>(std::clamp(std::floor(first.x), 0.0, width - 1.0));
    patch.y = static_cast<int>(std::clamp(std::floor(first.y), 0.0, height - 1.0));
    patch.width = static_cast<int>(std::clamp(std::ceil(last.x), 0.0, double(width))) - patch.x;
    patch.height = static_cast<int>(std::clamp(std::ceil(last.y), 0.0, double(height))) - patch.y;
  } else if (state.hovered) {
    patch.x = static_cast<int>(state.hovered->x);
    patch.y = static_cast<int>(state.hovered->y);
    const bool is_inside = patch.x < width && patch.y < height;
    patch.width = patch.height = is_inside ? 1 : 0;
  }
  patch.width = std::max(patch.width, 0);
  patch.height = std::max(patch.height, 0);
  return patch;
}

void open_layout(State& state, const gpu::StridedLayout& layout) {
  open_first_lab(state, [&](LabState& lab) { return lab.take_layout(layout); });
}

void open_values(State& state, const OfferedPicture& picture) {
  open_first_lab(state, [&](LabState& lab) { return lab.take_picture(picture); });
}

bool is_hidden(const Course& course, std::string_view widget) {
  const auto is_among = [&](const std::vector<std::string>& hidden) {
    return std::ranges::any_of(hidden, [&](std::string_view name) { return is_named_by(widget, name); });
  };
  const LessonStep* const step = current_step(course);
  return step != nullptr &&
         ((course.outcome == LessonOutcome::open && is_among(step->question.hidden)) || is_among(course.also_hidden));
}

bool has_covered_results(const State& state) {
  const LabDeclaration* const lab = current_lab(state);
  const std::string part = lab != nullptr ? fmt::format("{}.", lab->name) : "viewport";
  const auto is_of_it = [&](const std::string& name) { return name.starts_with(part); };
  const Course& course = state.course;
  const LessonStep* const step = current_step(course);
  return step != nullptr &&
         (course.is_lab_covered ||
          (course.outcome == LessonOutcome::open && std::ranges::any_of(step->question.hidden, is_of_it)) ||
          std::ranges::any_of(course.also_hidden, is_of_it));
}

std::optional<WorkInProgress> work_in_progress(const State& state) {
  if (state.is_loading) {
    return WorkInProgress{"Reading " + shown_file_name(state.loading_path)};
  }
  if (!state.saving.empty()) {
    return WorkInProgress{"Writing " + state.saving};
  }
  return state.lab ? state.lab_states[*state.lab]->work_in_progress() : std::nullopt;
}

void cancel_work(State& state) {
  if (state.is_loading) {
    state.requests.stop_loading = true;
  } else if (state.lab) {
    state.lab_states[*state.lab]->cancel_work();
  }
}

std::optional<WorkInProgress> long_work(State& state) {
  std::optional<WorkInProgress> work = work_in_progress(state);
  if (!work || work->title != state.work_title) {
    state.work_title = work ? work->title : "";
    state.work_since = state.now;
  }
  return work && state.now - state.work_since >= long_seconds ? work : std::nullopt;
}

}  // namespace texelscope::app
