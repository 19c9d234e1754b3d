#include "app/explore/panel_widgets.h"

#include <imgui.h>

#include <chrono>
#include <thread>

#include "app/core/action.h"
#include "app/panels/panel.h"

namespace texelscope::app {
namespace {

/// ImGui without a window.
class PanelContextScope {
 public:
  PanelContextScope() {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {1280, 720};
    io.DeltaTime = 1.0F / 60;
    theme = make_theme(1);
    unsigned char* pixels = nullptr;
    int width = 0;
    int height = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
  }
  ~PanelContextScope() { ImGui::DestroyContext(); }
  PanelContextScope(const PanelContextScope&) = delete;
  PanelContextScope& operator=(const PanelContextScope&) = delete;

  Theme theme;
};

void draw(State& state, const std::vector<Action>& actions, const Theme& theme) {
  const ImGuiIO& io = ImGui::GetIO();
  const Regions regions = regions_of(state, io.DisplaySize.x, io.DisplaySize.y, theme.scale);
  state.viewport_width = regions.viewport.width;
  state.viewport_height = regions.viewport.height;
  state.now += 1.0 / 60;
  settle(state.view, view_extent(state));
  ImGui::NewFrame();
  draw_panels({state, actions, theme, regions});
  ImGui::Render();
}

}  // namespace

std::set<std::string, std::less<>> panel_widgets(State& state) {
  const PanelContextScope scope;
  const std::vector<Action> actions = make_actions(state.scenes, state.labs);
  constexpr int least_frames = 4;
  constexpr int most_frames = 400;
  for (int frame = 0; frame < most_frames; ++frame) {
    draw(state, actions, scope.theme);
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
