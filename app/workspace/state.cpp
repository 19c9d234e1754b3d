#include "app/workspace/state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/scene/scene_input.h"
#include "app/text/shown_path.h"

namespace texelscope::app {
namespace {

constexpr double long_seconds = 0.5;

}  // namespace

void advance(Playback& playback, double seconds, std::uint64_t most) {
  playback.fraction += seconds * 60;
  const double due = std::floor(playback.fraction);
  playback.fraction -= due;
  playback.number += std::min(static_cast<std::uint64_t>(std::max(due, 0.0)), most);
}

State::State(std::span<const SceneDeclaration> all_scenes, std::span<const LabDeclaration> all_labs)
    : scenes{.all = all_scenes}, labs{.all = all_labs} {
  for (const SceneDeclaration& scene_declaration : scenes.all) {
    scenes.settings.push_back(
        {ParameterValues{scene_declaration.parameters()}, {.follows_viewport = !scene_declaration.has_history}});
  }
  for (const LabDeclaration& lab_declaration : labs.all) {
    labs.states.push_back(lab_declaration.make());
  }
}

const SceneDeclaration& current_scene(const State& state) { return state.scenes.all[state.scenes.current]; }
SceneSettings& current_settings(State& state) { return state.scenes.settings[state.scenes.current]; }
const SceneSettings& current_settings(const State& state) { return state.scenes.settings[state.scenes.current]; }

ViewExtent view_extent(const State& state) {
  return {state.viewport.width, state.viewport.height, state.frame.width, state.frame.height};
}

void choose_scene(State& state, std::size_t scene) {
  if (scene < state.scenes.all.size()) {
    close_lab(state);
  }
  if (scene < state.scenes.all.size() && scene != state.scenes.current) {
    state.scenes.current = scene;
    state.scenes.playback.number = 0;
    state.scenes.has_failed = false;
    state.viewport.view.is_fit = true;
  }
}

void choose_scene_for_input(State& state) {
  if (!state.pictures.current ||
      state.scenes.all[state.scenes.current].takes == kind_of(*state.pictures.current->image)) {
    return;
  }
  const auto found =
      std::ranges::find(state.scenes.all, kind_of(*state.pictures.current->image), &SceneDeclaration::takes);
  if (found != state.scenes.all.end()) {
    choose_scene(state, static_cast<std::size_t>(found - state.scenes.all.begin()));
  }
}

std::shared_ptr<const Image> shown_image(const State& state) {
  if (!state.pictures.current) {
    return nullptr;
  }
  return state.pictures.compared.picture ? state.pictures.compared.picture : state.pictures.current->image;
}

OfferedPicture offered_picture(const State& state) {
  if (const auto* const lab = current_capability<ShowsPicture>(state.labs)) {
    return lab->shown_picture();
  }
  const PictureList& list = state.pictures.list;
  const std::string name = shown_file_name(state.pictures.current->path);
  if (state.pictures.compared.picture && list.other) {
    return {fmt::format("{} and {}: {}", name, shown_file_name(list.pictures[*list.other].path),
                        picture_comparison_titles()[static_cast<std::size_t>(list.comparison)]),
            state.pictures.compared.picture, "", ""};
  }
  return {name, state.pictures.current->image, state.pictures.current->path, state.pictures.current->reading.part};
}

bool has_offered_picture(const State& state) {
  const auto* const lab = current_capability<ShowsPicture>(state.labs);
  return state.labs.is_any_open() ? lab != nullptr && lab->shows_picture() : state.pictures.current.has_value();
}

std::shared_ptr<const Image> input_of(const State& state, const SceneDeclaration& scene) {
  return input_for(scene, shown_image(state));
}

bool is_scene_resting(const State& state) { return state.labs.is_any_open() && !is_scene_watched(state.labs); }

void close_lab(State& state) { state.labs.current.reset(); }

void choose_lab(State& state, std::size_t lab) {
  if (lab < state.labs.all.size()) {
    state.labs.current = lab;
    state.viewport.hovered.reset();
    state.viewport.pointer.is_pressed = false;
  }
}

ShownPlace shown_place(const State& state) { return {state.scenes.current, state.labs.current}; }

void show_place(State& state, const ShownPlace& place) {
  choose_scene(state, place.scene);
  if (place.lab) {
    choose_lab(state, *place.lab);
  }
}

FrameSize wanted_frame_size(const State& state) {
  FrameSize size = current_settings(state).size;
  if (size.follows_viewport) {
    size.width = static_cast<int>(state.viewport.width);
    size.height = static_cast<int>(state.viewport.height);
  }
  size.width = std::clamp(size.width, 1, maximum_frame_extent);
  size.height = std::clamp(size.height, 1, maximum_frame_extent);
  return size;
}

std::optional<TexelValue> hovered_value(const State& state) {
  if (!state.viewport.hovered) {
    return std::nullopt;
  }
  return state.frame.texels.at(static_cast<int>(state.viewport.hovered->x),
                               static_cast<int>(state.viewport.hovered->y));
}

TexelPatch wanted_texels(const State& state, double minimum_pixels) {
  const ViewExtent extent = view_extent(state);
  const int width = state.frame.width;
  const int height = state.frame.height;
  TexelPatch patch{.format = state.frame.format};
  if (state.viewport.has_texel_values && state.viewport.view.zoom >= minimum_pixels) {
    const Point first = image_position(state.viewport.view, extent, {0, 0});
    const Point last = image_position(state.viewport.view, extent, {state.viewport.width, state.viewport.height});
    patch.x = static_cast<int>(std::clamp(std::floor(first.x), 0.0, width - 1.0));
    patch.y = static_cast<int>(std::clamp(std::floor(first.y), 0.0, height - 1.0));
    patch.width = static_cast<int>(std::clamp(std::ceil(last.x), 0.0, double(width))) - patch.x;
    patch.height = static_cast<int>(std::clamp(std::ceil(last.y), 0.0, double(height))) - patch.y;
  } else if (state.viewport.hovered) {
    patch.x = static_cast<int>(state.viewport.hovered->x);
    patch.y = static_cast<int>(state.viewport.hovered->y);
    const bool is_inside = patch.x < width && patch.y < height;
    patch.width = patch.height = is_inside ? 1 : 0;
  }
  patch.width = std::max(patch.width, 0);
  patch.height = std::max(patch.height, 0);
  return patch;
}

void open_layout(State& state, const gpu::StridedLayout& layout) {
  if (const auto lab = find_capability<TakesLayouts>(state.labs)) {
    capability<TakesLayouts>(state.labs, *lab)->take_layout(layout);
    choose_lab(state, *lab);
  }
}

void open_values(State& state, const OfferedPicture& picture) {
  const auto lab = find_capability<TakesPictures>(state.labs);
  if (lab && capability<TakesPictures>(state.labs, *lab)->take_picture(picture)) {
    choose_lab(state, *lab);
  }
}

bool has_covered_results(const State& state) {
  const LabDeclaration* const lab = current_lab(state.labs);
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
  if (const WantedPicture* const read = state.pictures.reader.current()) {
    return WorkInProgress{"Reading " + shown_file_name(read->path)};
  }
  if (!state.work.saving.empty()) {
    return WorkInProgress{"Writing " + state.work.saving};
  }
  const auto* const lab = current_capability<WorksLong>(state.labs);
  return lab != nullptr ? lab->work_in_progress() : std::nullopt;
}

void cancel_work(State& state) {
  if (const WantedPicture* const read = state.pictures.reader.current()) {
    state.notices.notify(NoticeKind::information, "Stopped reading " + shown_file_name(read->path), state.now);
    state.pictures.reader.stop();
  } else if (auto* const lab = current_capability<WorksLong>(state.labs)) {
    lab->cancel_work();
  }
}

std::optional<WorkInProgress> long_work(State& state) {
  std::optional<WorkInProgress> work = work_in_progress(state);
  if (!work || work->title != state.work.title) {
    state.work.title = work ? work->title : "";
    state.work.since = state.now;
  }
  return work && state.now - state.work.since >= long_seconds ? work : std::nullopt;
}

}  // namespace texelscope::app
