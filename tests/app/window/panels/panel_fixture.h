#pragma once

#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/gui/drawn_text.h"
#include "app/gui/lab_registry.h"
#include "app/gui/windowless_gui.h"
#include "app/window/panels/panel.h"
#include "tests/app/window/panels/keys.h"
#include "tests/support/test_scenes.h"

namespace texelscope::tests {

/// The panels without a window. ImGui has no output, and tests set the mouse position.
class PanelTest : public testing::Test {
 protected:
  void SetUp() override { open(1280, 720, 1); }

  /// Adds all labs and opens the lab at this position, or the scene if the position is past the last lab.
  void add_labs(std::size_t position) {
    state.labs.all = app::labs();
    for (const app::LabDeclaration& lab : app::labs()) {
      state.labs.states.push_back(lab.make());
    }
    actions = app::make_actions(scenes, app::labs());
    choose_lab(state, position);
  }

  /// Replaces the window with one that has this size and scale.
  void open(float width, float height, float scale) {
    gui_.reset();
    gui_.emplace(static_cast<int>(width), static_cast<int>(height), scale);
    theme = gui_->theme();
    move_to(-1, -1);
    draw();
    draw();
  }

  void draw() {
    // A test may have made fonts of its own.
    if (gui_->theme().letters != state.course.letters || gui_->theme().lacks_letters()) {
      gui_->load_letters(state.course.letters);
      theme = gui_->theme();
    }
    regions = app::draw_windowless(state, actions, theme);
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
    const auto found = state.drawn.widgets.find(widget);
    if (found == state.drawn.widgets.end()) {
      ADD_FAILURE() << "no widget " << widget << " is drawn";
      return {};
    }
    return found->second;
  }

  /// Presses Ctrl with a letter, whether or not a text field has keyboard focus.
  void press_control(char letter) {
    set_control(true);
    set_key(key_of_letter(letter), true);
    draw();
    set_key(key_of_letter(letter), false);
    set_control(false);
    draw();
  }
  /// Replaces the contents of a text field.
  void type(const std::string& widget, const std::string& text) {
    click(widget);
    press_control('A');
    for (const char character : text) {
      ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(character));
    }
    draw();
    draw();
  }
  /// Whether a text is drawn, starting at the beginning of a line. Line breaks are ignored, because they depend on the
  /// fonts.
  [[nodiscard]] static bool is_said(std::string_view text) {
    std::string said;
    std::vector<std::size_t> beginnings;
    for (const app::DrawnText& line : app::drawn_text(*ImGui::GetDrawData())) {
      beginnings.push_back(said.size());
      said += line.text + ' ';
    }
    return std::ranges::any_of(
        beginnings, [&](std::size_t beginning) { return std::string_view(said).substr(beginning).starts_with(text); });
  }
  void expect_widgets(std::initializer_list<const char*> names) const {
    for (const char* name : names) {
      EXPECT_TRUE(state.drawn.widgets.contains(name)) << name;
    }
  }
  void expect_inside(const std::string& widget, const app::Rect& region) {
    const app::Rect rect = rect_of(widget);
    EXPECT_GE(rect.x, region.x - 0.5F) << widget;
    EXPECT_GE(rect.y, region.y - 0.5F) << widget;
    EXPECT_LE(rect.right(), region.right() + 0.5F) << widget;
    EXPECT_LE(rect.bottom(), region.bottom() + 0.5F) << widget;
  }

  std::vector<app::SceneDeclaration> scenes = test_scenes();
  app::State state{scenes};
  std::vector<app::Action> actions = app::make_actions(scenes);
  app::Theme theme;
  app::Regions regions;

 private:
  std::optional<app::WindowlessGui> gui_;
};

/// The panels with an open lab instead of the scene.
template <class Lab>
class LabPanelTest : public PanelTest {
 protected:
  explicit LabPanelTest(std::string_view name)
      : position_{static_cast<std::size_t>(std::ranges::find(app::labs(), name, &app::LabDeclaration::name) -
                                           app::labs().begin())} {
    add_labs(position_);
  }

  Lab& lab() { return static_cast<Lab&>(*state.labs.states[position_]); }

 private:
  std::size_t position_;
};

/// The size and scale of a window.
struct WindowCase {
  float width;
  float height;
  float scale;
};

/// The tests of a fixture, in a window of the parameter's size.
template <class Panels>
class InWindows : public Panels, public testing::WithParamInterface<WindowCase> {
 protected:
  void SetUp() override { this->open(GetParam().width, GetParam().height, GetParam().scale); }
};

}  // namespace texelscope::tests

/// Runs the tests of a suite in windows of different sizes.
#define TEXELSCOPE_INSTANTIATE_FOR_WINDOWS(Suite)                                                                   \
  INSTANTIATE_TEST_SUITE_P(                                                                                         \
      Windows, Suite,                                                                                               \
      testing::Values(texelscope::tests::WindowCase{1280, 720, 1}, texelscope::tests::WindowCase{2560, 1440, 2},    \
                      texelscope::tests::WindowCase{640, 400, 1}, texelscope::tests::WindowCase{1920, 1080, 1.5F}), \
      [](const auto& parameter_info) {                                                                              \
        return std::to_string(static_cast<int>(parameter_info.param.width)) + "x" +                                 \
               std::to_string(static_cast<int>(parameter_info.param.height));                                       \
      })
