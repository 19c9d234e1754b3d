#include "app/lessons/panel/course.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/gui/drawn_text.h"
#include "app/lessons/course.h"
#include "app/lessons/lesson_text.h"
#include "app/window/panels/widgets.h"
#include "app/workspace/session.h"
#include "tests/app/window/panels/panel_fixture.h"

namespace texelscope::tests {
namespace {

using namespace app;

/// A lesson with one step, and a question with the answer "plain".
class StepMarks : public PanelTest {
 protected:
  void SetUp() override {
    PanelTest::SetUp();
    add_labs(0);
    state.device = gpu::Device::open({});
    state.arrangement.panels.lessons.is_shown = true;
  }

  void ask(const std::string& setup, std::vector<std::string> hidden) {
    LessonStep step;
    step.title = "Asked";
    step.state = setup;
    step.question = {.text = "Which?", .answer = "{scene}", .hidden = std::move(hidden), .explanation = "That one."};
    ask(step);
  }
  void ask(const LessonStep& step) {
    leave_lesson(state);
    state.course.progress.clear();
    state.course.lessons = {{.name = "l", .title = "L", .summary = "S", .steps = {step}}};
    open_lesson(state, 0);
    ASSERT_EQ(state.course.error, "");
    for (int frame = 0; frame < 4; ++frame) {
      draw();
    }
  }
  /// The texts with their center in a widget.
  [[nodiscard]] std::vector<std::string> texts_in(const std::string& widget) {
    const Rect around = rect_of(widget);
    std::vector<std::string> texts;
    for (const DrawnText& line : drawn_text(*ImGui::GetDrawData())) {
      if (around.contains_middle_of(line.place)) {
        texts.push_back(line.text);
      }
    }
    return texts;
  }
  /// The position of an ImGui window in drawing order; −1 if it is not drawn.
  [[nodiscard]] static int order_of(std::string_view window) {
    const ImDrawData& drawn = *ImGui::GetDrawData();
    for (int i = 0; i < drawn.CmdListsCount; ++i) {
      if (drawn.CmdLists[i]->_OwnerName != nullptr && drawn.CmdLists[i]->_OwnerName == window) {
        return i;
      }
    }
    return -1;
  }
};

TEST_F(StepMarks, CoverValuesAtTheMouseUntilAnAnswerIsCommitted) {
  const auto point = [&](const char* tab, const char* widget) {
    take_session_part(std::string{R"({"lab": "layouts", "labs": {"layouts": {"tab": ")"} + tab + "\"}}}", state);
    draw();
    move_to(widget);
    draw();
    draw();
  };
  ask("", {});
  point("banks", "layouts.tile");
  EXPECT_FALSE(is_said("row "));
  EXPECT_TRUE(is_said(covered_values));
  point("warp", "layouts.lane3");
  EXPECT_FALSE(is_said("lane 3: index"));
  EXPECT_FALSE(state.drawn.widgets.contains("layouts.readout"));
  point("map", "layouts.grid.cells");
  EXPECT_FALSE(is_said("index ("));
  EXPECT_FALSE(state.drawn.widgets.contains("layouts.readout"));
  answer_question(state, "a guess");
  point("banks", "layouts.tile");
  EXPECT_TRUE(is_said("row "));
  point("warp", "layouts.lane3");
  EXPECT_TRUE(is_said("lane 3: index"));
  point("map", "layouts.grid.cells");
  EXPECT_TRUE(is_said("index ("));
}

TEST_F(StepMarks, CoverValuesOfOneAndOfTwoDigitsWithTheSameWidth) {
  const auto width_for = [&](const char* itemsize) {
    ask(std::string{R"({"lab": "layouts", "labs": {"layouts": {"shape": "64", "tab": "warp", "itemsize": ")"} +
            itemsize + "\"}}}",
        {"layouts.warp.sectors"});
    return rect_of("lesson.cover.layouts.warp.sectors").width;
  };
  const float of_four = width_for("4");
  EXPECT_EQ(of_four, width_for("16")) << "4 and 16 sectors";
  EXPECT_GT(of_four, 40) << "the cover is only as wide as the digit";
}

TEST_F(StepMarks, CoverBanksAndLinesWithTheSameHeightWhateverTheyShow) {
  const auto height_for = [&](const std::string& settings, const std::string& hidden) {
    ask(R"({"lab": "layouts", "labs": {"layouts": {)" + settings + "}}}", {"layouts." + hidden});
    return rect_of("lesson.cover.layouts." + hidden).height;
  };
  const std::string tile = R"("tab": "banks", "tile_access": "column", "tile_padding": )";
  EXPECT_EQ(height_for(tile + "\"0\"", "banks"), height_for(tile + "\"1\"", "banks")) << "32 words and 1 word";
  const std::string warp = R"("shape": "64", "tab": "warp", "itemsize": )";
  EXPECT_EQ(height_for(warp + "\"4\"", "warp.lanes_of_lines"), height_for(warp + "\"16\"", "warp.lanes_of_lines"))
      << "1 line and 4 lines";
}

TEST_F(StepMarks, CloseATabButNameIt) {
  ask(R"({"lab": "layouts"})", {"layouts.tab.code"});
  draw();
  EXPECT_FALSE(state.drawn.widgets.contains("lesson.cover.layouts.tab.code"));
  EXPECT_TRUE(is_said("Code"));
  click("layouts.tab.code");
  EXPECT_FALSE(state.drawn.widgets.contains("layouts.code.text")) << "the tab is closed";
  answer_question(state, "layouts");
  answer_question(state, text_now(state, current_step(state.course)->question.answer));
  draw();
  click("layouts.tab.code");
  draw();
  EXPECT_TRUE(state.drawn.widgets.contains("layouts.code.text"));
}

TEST_F(StepMarks, CoverThePlanOfACopyAsAWhole) {
  ask(R"({"lab": "copies", "labs": {"copies": {"tab": "plan"}}})", {"copies.plan.*"});
  EXPECT_EQ(texts_in("copies.plan.method"), std::vector<std::string>{"Answer first"});
  EXPECT_FALSE(is_said("STEPS")) << "each step would have its own cover";
}

TEST_F(StepMarks, CoverWhatAStepOfACopyDoes) {
  ask(R"({"lab": "copies", "labs": {"copies": {"tab": "motion", "step": "1"}}})", {"copies.motion.move"});
  EXPECT_TRUE(is_said("step 1 of"));
  EXPECT_EQ(texts_in("copies.motion.move"), std::vector<std::string>{"Answer first"});
}

TEST_F(StepMarks, CoverTheLengthOfATimelineButNotItsLegend) {
  ask(R"({"lab": "streams"})", {"streams.seconds"});
  const Rect cover = rect_of("lesson.cover.streams.seconds");
  EXPECT_GE(cover.width, rect_of("streams.seconds").width);
  EXPECT_LE(cover.right(), rect_of("streams.legend.kernel").x);
}

TEST_F(StepMarks, CoverTheStepsOfAFetchAsAWholeAndScrollThem) {
  ask(R"({"lab": "textures", "labs": {"textures": {"tab": "probe", "a_filter": "linear"}}})",
      {"textures.probe.step.*"});
  const Rect cover = rect_of("lesson.cover.textures.probe.step.all");
  for (const DrawnText& line : drawn_text(*ImGui::GetDrawData())) {
    if (cover.contains_middle_of(line.place)) {
      EXPECT_EQ(line.text, "Answer first");
    }
  }
  const float before = rect_of("textures.probe.step.all").y;
  move_to(cover.x + cover.width / 2, cover.y + cover.height / 2);
  draw();
  ImGui::GetIO().MouseWheel = -1;
  draw();
  ImGui::GetIO().MouseWheel = 0;
  draw();
  draw();
  EXPECT_LT(rect_of("textures.probe.step.all").y, before);
}

/// A linearly filtered row of texels from 10 to 40; the line shows the middle of the row.
constexpr const char* middle_of_row =
    R"({"lab": "textures", "labs": {"textures": {"content": "typed", "typed": "10 20 30 40", "shape": "1d",
        "format": "float32", "channels": "1", "a_filter": "linear", "a_read": "element", "a_normalized_coords": "no",
        "tab": "signal", "line": "free", "line_from": "0.4 0", "line_to": "0.6 0"}}})";

TEST_F(StepMarks, LeaveAnAxisThatDoesNotRevealTheRangeOfItsHiddenCurve) {
  ask(middle_of_row, {"textures.signal.curve"});
  std::vector<std::string> labels = texts_in("textures.signal.curve");
  EXPECT_NE(std::ranges::find(labels, "0"), labels.end());
  EXPECT_NE(std::ranges::find(labels, "40"), labels.end());
  answer_question(state, "a guess");
  draw();
  draw();
  labels = texts_in("textures.signal.curve");
  EXPECT_EQ(std::ranges::find(labels, "40"), labels.end()) << "the axis now fits the curve";
}

TEST_F(StepMarks, OfferAPredictionAtTheEndOfTheAxisAndNotInItsMiddle) {
  LessonStep step;
  step.state = middle_of_row;
  step.question = {.text = "How many?",
                   .answer = "{labs.textures.levels}",
                   .hidden = {"textures.signal.curve"},
                   .predicts_at = 2.0,
                   .explanation = "That many."};
  ask(step);
  const Rect plot = rect_of("textures.signal.curve");
  const Rect handle = rect_of("lesson.prediction");
  EXPECT_NEAR(handle.y + handle.height / 2, plot.bottom(), 2);
}

TEST_F(StepMarks, AreBelowDialogs) {
  LessonStep step;
  step.look_at = "layouts.grid";
  step.question = {.text = "Which?", .answer = "{scene}", .explanation = "That one."};
  ask(step);
  state.dialogs.has_help = true;
  draw();
  draw();
  ASSERT_GE(order_of("marks"), 0);
  EXPECT_LT(order_of("marks"), order_of("help"));
  EXPECT_EQ(order_of("##Foreground"), -1) << "nothing covers dialogs";
  click("lessons.panel");
  draw();
  EXPECT_LT(order_of("marks"), order_of("help"));
}

TEST_F(StepMarks, ShowThePredictionWhereItCoversNoText) {
  for (const auto& [width, height] : {std::pair{1280.0F, 720.0F}, std::pair{960.0F, 600.0F}}) {
    open(width, height, 1);
    ask(R"({"lab": "textures", "labs": {"textures": {"tab": "probe"}}})", {"textures.readout"});
    answer_question(state, "a guess");
    draw();
    draw();
    const Rect label = rect_of("lesson.result");
    expect_inside("lesson.result", regions.menu);
    EXPECT_GT(label.x, rect_of("menu.Help").right());
    EXPECT_EQ(texts_in("lesson.result"),
              std::vector<std::string>{"predicted a guess, is " + *state_text(state, "scene")});
  }
}

}  // namespace
}  // namespace texelscope::tests
