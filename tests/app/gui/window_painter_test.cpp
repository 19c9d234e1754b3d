#include "app/gui/window_painter.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/files/file_error.h"
#include "app/gui/lab_registry.h"
#include "app/lessons/lesson_text.h"
#include "app/workspace/session.h"
#include "render/common/error.h"
#include "tests/app/temporary_folder.h"
#include "tests/support/test_scenes.h"
#include "texelscope/gpu/device.h"

namespace texelscope::app {
namespace {

/// Uses the CPU device; requires GL.
class WindowPainterTest : public testing::Test {
 protected:
  void SetUp() override {
    try {
      painter = open_window_painter({.device = gpu::DeviceId{}});
    } catch (const render::Unavailable& error) {
      GTEST_SKIP() << error.what();
    }
  }

  /// The viewport's pixels.
  [[nodiscard]] std::vector<std::byte> viewport(std::string_view scene, const ScreenshotOptions& options) const {
    State state = painter->make_state();
    const auto found = std::ranges::find(state.scenes.all, scene, &SceneDeclaration::name);
    choose_scene(state, static_cast<std::size_t>(found - state.scenes.all.begin()));
    const Screenshot picture = painter->paint(state, options);
    const Rect& part = picture.widgets.at("viewport");
    std::vector<std::byte> pixels;
    for (auto y = static_cast<std::ptrdiff_t>(part.y); y < static_cast<std::ptrdiff_t>(part.bottom()); ++y) {
      const auto row =
          picture.image.pixels.begin() + 3 * (y * picture.image.width + static_cast<std::ptrdiff_t>(part.x));
      pixels.insert(pixels.end(), row, row + 3 * static_cast<std::ptrdiff_t>(part.width));
    }
    return pixels;
  }

  std::unique_ptr<WindowPainter> painter;
  ScreenshotOptions small{.width = 480, .height = 320};
};

TEST_F(WindowPainterTest, ShowsTheRequestedFrameOrTheScenesDefaultFrame) {
  ScreenshotOptions first = small;
  first.frame = 0;
  ScreenshotOptions telling = small;
  telling.frame = 120;
  const auto shown = viewport("plasma", small);
  EXPECT_EQ(shown, viewport("plasma", telling));
  EXPECT_NE(shown, viewport("plasma", first));
}

TEST_F(WindowPainterTest, ShowsASceneThatAStepChoosesAtItsDefaultFrame) {
  ScreenshotOptions other = small;
  other.steps = {"press 9"};
  EXPECT_EQ(viewport("image", other), viewport("plasma", small));
}

TEST_F(WindowPainterTest, AdvancesByAFrameWithSuchAStep) {
  ScreenshotOptions step = small;
  step.frame = 30;
  step.steps = {"press N"};
  ScreenshotOptions next = small;
  next.frame = 31;
  EXPECT_EQ(viewport("plasma", step), viewport("plasma", next));
}

TEST_F(WindowPainterTest, RefusesAStateWithAnUnreadablePicture) {
  const tests::TemporaryFolder folder;
  for (const std::string& file : {(folder / "missing.png").string(), folder.write("damaged.png", "x").string()}) {
    State state = painter->make_state();
    take_session_part(R"({"scene": "image", "image": ")" + file + "\"}", state);
    try {
      static_cast<void>(painter->paint(state, small));
      ADD_FAILURE() << file << " is shown";
    } catch (const FileError& error) {
      EXPECT_NE(std::string{error.what()}.find(file), std::string::npos) << error.what();
    }
  }
}

TEST_F(WindowPainterTest, RefusesAStateWithAnUnreadableFileInALab) {
  const tests::TemporaryFolder folder;
  for (const std::string& file : {(folder / "missing.npy").string(), folder.write("damaged.npy", "x").string()}) {
    for (const auto& [lab, content] : {std::pair{"tensors", ""}, std::pair{"textures", R"("content": "npy", )"},
                                       std::pair{"copies", R"("content": "npy", )"}}) {
      State state = painter->make_state();
      take_session_part(fmt::format(R"({{"lab": "{0}", "labs": {{"{0}": {{{1}"file": "{2}"}}}}}})", lab, content, file),
                        state);
      try {
        static_cast<void>(painter->paint(state, small));
        ADD_FAILURE() << file << " is shown by " << lab;
      } catch (const FileError& error) {
        EXPECT_NE(std::string{error.what()}.find(file), std::string::npos) << lab << ": " << error.what();
      }
    }
  }
}

TEST_F(WindowPainterTest, TakesTwoClicksInOnePlaceAsTwo) {
  ScreenshotOptions twice = small;
  twice.width = 960;
  twice.steps = {"click navigation.splitter", "click navigation.splitter"};
  State state = painter->make_state();
  state.arrangement.panels.navigation.width = 250;
  static_cast<void>(painter->paint(state, twice));
  EXPECT_EQ(state.arrangement.panels.navigation.width, 250) << "a double click resets the width";
}

TEST_F(WindowPainterTest, RefusesFramesOutOfRange) {
  ScreenshotOptions late = small;
  late.frame = max_picture_frame + 1;
  EXPECT_THROW(static_cast<void>(viewport("fluid", late)), ParameterError);
}

TEST(PanelsDrawnOnce, ReportWhatTheMouseWouldShowWhileAQuestionIsOpen) {
  const std::vector<SceneDeclaration> scenes = tests::test_scenes();
  State state{scenes, labs()};
  take_session_part(R"({"lab": "layouts", "labs": {"layouts": {"tab": "warp"}}})", state);
  const auto said = [&](std::string_view text) {
    const DrawnPanels drawn = draw_panels_once(state, 960, 600);
    return std::ranges::any_of(drawn.pointed, [&](const DrawnText& seen) { return seen.text.starts_with(text); });
  };
  EXPECT_FALSE(said("")) << "no question is open";
  LessonStep asked;
  asked.question = {.text = "How many?", .answer = "{scene}"};
  state.course.lessons = {{.name = "l", .title = "L", .summary = "S", .steps = {asked}}};
  state.course.lesson = 0;
  EXPECT_TRUE(said("Values at the mouse"));
  EXPECT_FALSE(said("lane ")) << "the values are hidden";
  take_session_part(R"({"lab": "textures", "labs": {"textures": {"tab": "picture"}}})", state);
  const std::optional<std::string> probe = state_text(state, "labs.textures.probe");
  EXPECT_TRUE(said("A at "));
  EXPECT_EQ(state_text(state, "labs.textures.probe"), probe) << "the mouse moved the probe";
}

}  // namespace
}  // namespace texelscope::app
