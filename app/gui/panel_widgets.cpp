#include "app/gui/panel_widgets.h"

#include <chrono>
#include <thread>

#include "app/gui/windowless_gui.h"
#include "app/window/action.h"

namespace texelscope::app {

std::set<std::string, std::less<>> panel_widgets(State& state) {
  // A small window: what a lesson means must come into sight in it.
  const WindowlessGui gui(960, 600, 1);
  const std::vector<Action> actions = make_actions(state.scenes, state.labs);
  constexpr int least_frames = 4;
  constexpr int max_frames = 400;
  for (int frame = 0; frame < max_frames; ++frame) {
    draw_windowless(state, actions, gui.theme());
    const bool is_settling = state.lab && state.lab_states[*state.lab]->is_settling();
    if (frame >= least_frames && !is_settling) {
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  std::set<std::string, std::less<>> names;
  for (const auto& [name, rect] : state.widgets) {
    names.insert(name);
  }
  return names;
}

}  // namespace texelscope::app
