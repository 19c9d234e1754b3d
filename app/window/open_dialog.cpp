#include "app/window/open_dialog.h"

#include <algorithm>
#include <utility>

#include "app/window/action.h"
#include "app/window/opened_file.h"

namespace texelscope::app {

void show_open_dialog(State& state) {
  std::error_code error;
  const std::filesystem::path folder = state.image ? std::filesystem::absolute(state.image->path, error).parent_path()
                                                   : std::filesystem::current_path(error);
  state.open_dialog.is_shown = true;
  state.open_dialog.has_enter = false;
  replace_path(state, (folder / "").string());
}

PathList openable_paths(const State& state, const std::string& text) {
  return list_path(text, [&state](const std::filesystem::path& name) { return can_be_opened(state, name); });
}

void type_path(State& state, std::string text) {
  OpenDialog& dialog = state.open_dialog;
  dialog.text = std::move(text);
  dialog.list = openable_paths(state, dialog.text);
  dialog.selected = -1;
  dialog.frames_at_rest = 0;
}

void replace_path(State& state, std::string text) {
  type_path(state, std::move(text));
  OpenDialog& dialog = state.open_dialog;
  dialog.takes_focus = dialog.moves_cursor = true;
  ++dialog.revision;
}

void take_path(State& state, const std::string& text) {
  OpenDialog& dialog = state.open_dialog;
  std::error_code error;
  if (text.empty() || std::filesystem::is_directory(typed_path(text), error)) {
    replace_path(state, text.empty() || text.ends_with('/') ? text : text + "/");
    return;
  }
  state.requests.image = typed_path(text);
  dialog.is_shown = false;
}

bool press_in_dialog(State& state, int key) {
  OpenDialog& dialog = state.open_dialog;
  if (key == key::enter || key == key::keypad_enter) {
    dialog.has_enter = true;
    dialog.frames_at_rest = 0;
    return true;
  }
  if (key == key::up || key == key::down) {
    const int count = static_cast<int>(dialog.list.entries.size());
    dialog.selected = std::clamp(dialog.selected + (key == key::up ? -1 : 1), -1, count - 1);
    dialog.is_selection_moved = true;
    return true;
  }
  return false;
}

void take_enter(State& state) {
  // The UI hands typed letters to the text over up to so many frames.
  constexpr int frames_to_wait = 3;
  OpenDialog& dialog = state.open_dialog;
  if (!dialog.has_enter || ++dialog.frames_at_rest < frames_to_wait) {
    return;
  }
  dialog.has_enter = false;
  const bool has_selected = dialog.selected >= 0 && dialog.selected < static_cast<int>(dialog.list.entries.size());
  take_path(state, has_selected
                       ? with_entry(dialog.text, dialog.list.entries[static_cast<std::size_t>(dialog.selected)])
                       : dialog.text);
}

}  // namespace texelscope::app
