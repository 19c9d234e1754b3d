#include "app/gui/picture_steps.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include "tests/app/window/panels/panel_fixture.h"

namespace texelscope::app {
namespace {

class PictureSteps : public tests::PanelTest {
 protected:
  void step(const std::string& text) {
    do_picture_step(text, state, actions, [this] { draw(); });
    draw();
    ImGui::GetIO().MouseDown[ImGuiMouseButton_Left] = false;
    // A field receives keyboard focus a few frames after the request.
    constexpr int frames = 6;
    for (int i = 0; i < frames; ++i) {
      draw();
    }
  }
  [[nodiscard]] std::string error_of(const std::string& text) {
    try {
      do_picture_step(text, state, actions, [this] { draw(); });
    } catch (const ParameterError& error) {
      return error.what();
    }
    return "";
  }
};

TEST_F(PictureSteps, PressKeysOfActionsAndTypeIntoTheFocusedField) {
  step("press Ctrl+K");
  EXPECT_TRUE(state.dialogs.palette.is_shown);
  step("type draw a");
  EXPECT_EQ(state.dialogs.palette.text, "draw a");
}

TEST_F(PictureSteps, ClickWidgetsAndPointAtPositionsInThem) {
  step("click menu.Window");
  EXPECT_TRUE(state.drawn.widgets.contains("action.navigation"));
  step("click menu.Window");
  step("point viewport 0.25 0.75");
  const Rect viewport = rect_of("viewport");
  // Dear ImGui rounds to whole pixels.
  EXPECT_NEAR(ImGui::GetIO().MousePos.x, viewport.x + viewport.width / 4, 1);
  EXPECT_NEAR(ImGui::GetIO().MousePos.y, viewport.y + viewport.height * 3 / 4, 1);
}

TEST_F(PictureSteps, RefuseUnavailableStepsAndAdvise) {
  EXPECT_NE(error_of("press Ctrl+Alt+9").find("no action has the key 'Ctrl+Alt+9'"), std::string::npos);
  EXPECT_NE(error_of("press Ctrl+W").find("is not available now"), std::string::npos);
  EXPECT_NE(error_of("click menu.Vew").find("did you mean 'menu.View'?"), std::string::npos);
  EXPECT_NE(error_of("point viewport left").find("has no valid position"), std::string::npos);
  EXPECT_NE(error_of("point viewport 0.5 0.5 again").find("has no valid position"), std::string::npos);
  EXPECT_NE(error_of("point viewport 7 -3").find("with X and Y from 0 to 1"), std::string::npos);
  EXPECT_NE(error_of("type abc").find("no field accepts 'abc'"), std::string::npos);
  EXPECT_NE(error_of("shake viewport").find("use press, click, point or type"), std::string::npos);
}

}  // namespace
}  // namespace texelscope::app
