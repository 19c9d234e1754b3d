#include "app/workspace/undo.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "app/workspace/state.h"

namespace texelscope::app {
namespace {

using Texts = std::vector<std::pair<std::string, std::string>>;

/// The first difference; empty for none.
std::string first_difference(const Texts& from, const Texts& to) {
  for (std::size_t i = 0; i < std::min(from.size(), to.size()); ++i) {
    if (from[i] != to[i]) {
      return to[i].first;
    }
  }
  return "";
}

/// Setting one value may change another that already matched, so several passes may be necessary.
void bring_lab_to(LabState& lab, const Texts& wanted) {
  constexpr int max_passes = 4;
  for (int pass = 0; pass < max_passes; ++pass) {
    const Texts present = lab.settings();
    if (present == wanted) {
      return;
    }
    for (std::size_t i = 0; i < std::min(present.size(), wanted.size()); ++i) {
      if (present[i] != wanted[i]) {
        lab.set(wanted[i].first, wanted[i].second);
      }
    }
  }
}

/// The parameters that the wheel and dragging set.
std::span<const std::string_view> moved_parameters(const SceneDeclaration& scene) {
  if (scene.view != nullptr) {
    return scene.view->parameters;
  }
  return scene.movement != nullptr ? scene.movement->parameters : std::span<const std::string_view>{};
}

std::string differing_parameter(const SceneDeclaration& scene, const ParameterValues& from, const ParameterValues& to) {
  const std::span<const std::string_view> moved = moved_parameters(scene);
  for (const Parameter& parameter : to.parameters()) {
    if (std::ranges::find(moved, parameter.name) == moved.end() &&
        from.value(parameter.name) != to.value(parameter.name)) {
      return parameter.name;
    }
  }
  return "";
}

/// The first difference, and its scene or lab.
struct Difference {
  /// For the user, such as "A picture: rotation". Empty if nothing differs.
  std::string text{};
  std::optional<std::size_t> scene{};
  std::optional<std::size_t> lab{};
};

Difference difference(const Edit& from, const Edit& to, const Documents& documents) {
  for (std::size_t i = 0; i < to.settings.size(); ++i) {
    const SceneDeclaration& scene = documents.scenes.all[i];
    const std::string name = differing_parameter(scene, from.settings[i].values, to.settings[i].values);
    if (!name.empty()) {
      return {.text = fmt::format("{}: {}", scene.title, name), .scene = i};
    }
    if (from.settings[i].size != to.settings[i].size) {
      return {.text = fmt::format("{}: frame size", scene.title), .scene = i};
    }
  }
  for (std::size_t i = 0; i < to.labs.size(); ++i) {
    if (const std::string name = first_difference(from.labs[i], to.labs[i]); !name.empty()) {
      return {.text = fmt::format("{}: {}", documents.labs.all[i].title, name), .lab = i};
    }
  }
  if (from.image != to.image) {
    return {.text = "picture"};
  }
  if (from.masks != to.masks) {
    return {.text = "masks"};
  }
  return {.text = from.exposure != to.exposure ? "exposure" : ""};
}

}  // namespace

Edit edit_of(const Documents& documents) {
  Edit edit{.scene = documents.scenes.current,
            .lab = documents.labs.current,
            .settings = documents.scenes.settings,
            .image = documents.pictures.current,
            .picture = documents.pictures.list.shown,
            .exposure = documents.viewport.exposure,
            .masks = documents.pictures.list.masks};
  for (const std::unique_ptr<LabState>& lab : documents.labs.states) {
    edit.labs.push_back(lab->settings());
  }
  return edit;
}

void take_edit(const Edit& edit, State& state) {
  state.scenes.settings = edit.settings;
  state.pictures.current = edit.image;
  if (edit.image && edit.picture) {
    list_again(state.pictures.list, *edit.picture, edit.image->path, edit.image->reading);
  }
  state.viewport.exposure = edit.exposure;
  state.pictures.list.masks = edit.masks;
  show_place(state, {edit.scene, edit.lab});
  for (std::size_t i = 0; i < state.labs.states.size(); ++i) {
    try {
      bring_lab_to(*state.labs.states[i], edit.labs[i]);
    } catch (const ParameterError& error) {
      state.notices.notify(NoticeKind::warning, fmt::format("{}: {}", state.labs.all[i].title, error.what()),
                           state.now);
    }
  }
}

void record_edit(State& state, bool is_by_user) {
  EditHistory& history = state.history;
  Edit edit = edit_of(state);
  if (history.edits.empty()) {
    history.edits.push_back(std::move(edit));
    return;
  }
  Edit& last = history.edits[history.position];
  if (last == edit) {
    return;
  }
  if (!is_by_user || difference(last, edit, state).text.empty()) {
    last = std::move(edit);
    return;
  }
  history.edits.resize(history.position + 1);
  history.edits.push_back(std::move(edit));
  if (history.edits.size() > EditHistory::capacity) {
    history.edits.pop_front();
  }
  history.position = history.edits.size() - 1;
}

namespace {

void go_to_edit(std::size_t position, const char* what, State& state) {
  const EditHistory& history = state.history;
  const Difference changed = difference(history.edits[history.position], history.edits[position], state);
  Edit edit = history.edits[position];
  const bool is_elsewhere = changed.scene || changed.lab;
  edit.scene = changed.scene.value_or(state.scenes.current);
  edit.lab = is_elsewhere ? changed.lab : state.labs.current;
  for (std::size_t i = 0; i < edit.settings.size(); ++i) {
    for (const std::string_view name : moved_parameters(state.scenes.all[i])) {
      edit.settings[i].values.set(name, state.scenes.settings[i].values.value(name));
    }
  }
  take_edit(edit, state);
  state.history.position = position;
  state.notices.notify(NoticeKind::information, fmt::format("{}: {}", what, changed.text), state.now);
}

}  // namespace

void undo(State& state) { go_to_edit(state.history.position - 1, "Undo", state); }

void redo(State& state) { go_to_edit(state.history.position + 1, "Redo", state); }

}  // namespace texelscope::app
