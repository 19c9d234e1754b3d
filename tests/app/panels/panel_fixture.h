#pragma once

#include <gtest/gtest.h>
#include <imgui.h>

#include <string>
#include <vector>

#include "app/panels/panel.h"
#include "tests/support/test_scenes.h"

namespace texelscope::tests {

/// The panels without a window: ImGui draws into nothing, the mouse is set by hand.
class PanelTest : public testing::Test {
 protected:
  void SetUp() override { open(1280, 720, 1); }
  void TearDown() override { ImGui::DestroyContext(); }

  /// A window of this size and scale instead of the one before.
  void open(float width, float height, float scale) {
    if (ImGui::GetCurrentContext() != nullptr) {
      ImGui::DestroyContext();
    }
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {width, height};
    io.DeltaTime = 1.0F / 60;
    theme = app::make_theme(scale);
    unsigned char* pixels = nullptr;
    int atlas_width = 0;
    int atlas_height = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &atlas_width, &atlas_height);
    move_to(-1, -1);
    draw();
    draw();
  }

  void draw() {
    const ImGuiIO& io = ImGui::GetIO();
    regions = app::make_regions(
        {io.DisplaySize.x, io.DisplaySize.y, theme.scale, state.side_width, state.has_side_panel, state.has_log});
    state.viewport_width = regions.viewport.width;
    state.viewport_height = regions.viewport.height;
    state.now += 1.0 / 60;
    settle(state.view, view_extent(state));
    ImGui::NewFrame();
    app::draw_panels({state, actions, theme, regions});
    ImGui::Render();
  }

  void move_to(float x, float y) { ImGui::GetIO().MousePos = {x, y}; }
  void move_to(const std::string& widget) {
    const app::Rect rect = rect_of(widget);
    move_to(rect.x + rect.width / 2, rect.y + rect.height / 2);
    draw();
  }
  void hold(int button, bool is_down) {
    ImGui::GetIO().MouseDown[button] = is_down;
    draw();
  }
  void click(const std::string& widget) {
    move_to(widget);
    hold(0, true);
    hold(0, false);
    draw();
  }
  [[nodiscard]] app::Rect rect_of(const std::string& widget) {
    const auto found = state.widgets.find(widget);
    if (found == state.widgets.end()) {
      ADD_FAILURE() << "no widget " << widget << " is drawn";
      return {};
    }
    return found->second;
  }

  std::vector<app::SceneDeclaration> scenes = test_scenes();
  app::State state{scenes};
  std::vector<app::Action> actions = app::make_actions(scenes);
  app::Theme theme;
  app::Regions regions;
};

}  // namespace texelscope::tests
