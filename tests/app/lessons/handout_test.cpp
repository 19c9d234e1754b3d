#include "app/lessons/handout.h"

#include <gtest/gtest.h>

#include "app/gui/lab_registry.h"
#include "tests/support/test_scenes.h"

namespace texelscope::app {
namespace {

/// Draws one pixel. It encodes the shape in the Layout lab, the widget of the step, and whether the widgets "first" and
/// "second" are hidden.
class OnePixelPainter : public WindowPainter {
 public:
  [[nodiscard]] State make_state() const override {
    State state{scenes_, labs()};
    state.device = device_;
    return state;
  }
  [[nodiscard]] Screenshot paint(State& state, const ScreenshotOptions& /*options*/) const override {
    EXPECT_EQ(state.arrangement.theme, ColorTheme::light);
    const std::string shape = state.labs.states[*state.labs.current]->settings().front().second;
    const auto value = static_cast<std::byte>(shape.front());
    const auto meant = static_cast<std::byte>(current_step(state.course)->look_at.size());
    const int hidden = (is_hidden(state.course, "first") ? 1 : 0) + (is_hidden(state.course, "second") ? 2 : 0);
    return {{1, 1, 3, gpu::DataType::uint8, {value, meant, static_cast<std::byte>(hidden)}}, {}};
  }

 private:
  std::vector<SceneDeclaration> scenes_ = tests::test_scenes();
  gpu::Device device_ = gpu::Device::open({});
};

Lesson lesson() {
  LessonStep opening;
  opening.title = "First";
  opening.paragraphs = {"Strides {a.strides} of {labs.layouts.shape}."};
  opening.state = R"({"lab": "layouts", "labs": {"layouts": {"shape": "3, 4"}}})";
  opening.computations = {{"a", "layout", R"({"shape": "3,4"})"}};
  opening.question = {.text = "Which strides does {labs.layouts.shape} have?",
                      .choices = {"1, 3", "4, 1"},
                      .answer = "{a.strides}",
                      .hint = "h",
                      .explanation = "They are {a.strides}."};
  opening.sources = {"a section"};
  LessonStep same;
  same.title = "Same";
  LessonStep task;
  task.title = "Task";
  task.look_at = "layouts.grid";
  task.question = {.text = "Make it longer.",
                   .goals = {{"labs.layouts.shape", "7"}},
                   .solution = R"({"labs": {"layouts": {"shape": "7"}}})",
                   .hint = "h",
                   .explanation = "Now it is {labs.layouts.shape}."};
  return {.name = "strides", .title = "Strides", .summary = "S", .steps = {opening, same, task}};
}

TEST(Handout, HasComputedValuesInItsTexts) {
  const Handout handout = make_handout(lesson(), OnePixelPainter{}, {});
  EXPECT_EQ(handout.name, "strides");
  ASSERT_EQ(handout.steps.size(), 3U);
  EXPECT_EQ(handout.steps[0].paragraphs, std::vector<std::string>{"Strides (4, 1) of 3, 4."});
  ASSERT_TRUE(handout.steps[0].question);
  EXPECT_EQ(handout.steps[0].question->text, "Which strides does 3, 4 have?");
  EXPECT_EQ(handout.steps[0].question->explanation, "They are (4, 1).");
  EXPECT_FALSE(handout.steps[1].question);
  EXPECT_EQ(handout.steps[0].sources, std::vector<std::string>{"a section"});
}

TEST(Handout, AnswersWithTheRightChoiceAndTasksOnlyWithTheirExplanation) {
  const Handout handout = make_handout(lesson(), OnePixelPainter{}, {});
  EXPECT_EQ(handout.steps[0].question->answer, "4, 1");
  EXPECT_FALSE(handout.steps[0].question->is_task);
  ASSERT_TRUE(handout.steps[2].question);
  EXPECT_TRUE(handout.steps[2].question->is_task);
  EXPECT_EQ(handout.steps[2].question->answer, "");
  EXPECT_EQ(handout.steps[2].question->explanation, "Now it is 7.");
}

TEST(Handout, ShowsTheUnsolvedWindowOfAStepOnlyIfItLooksDifferent) {
  const Handout handout = make_handout(lesson(), OnePixelPainter{}, {});
  ASSERT_TRUE(handout.steps[0].picture);
  EXPECT_EQ(handout.steps[0].picture->image.pixels[0], static_cast<std::byte>('3'));
  EXPECT_FALSE(handout.steps[1].picture);
  ASSERT_TRUE(handout.steps[2].picture);
  EXPECT_EQ(handout.steps[2].picture->image.pixels[0], static_cast<std::byte>('3'));
}

TEST(Handout, CoversAnswersOfEarlierSteps) {
  Lesson asked = lesson();
  asked.steps[0].question.hidden = {"fir*"};
  asked.steps[1].question = {.text = "?", .answer = "{a.ndim}", .hidden = {"second"}};
  asked.steps[1].computations = {{"a", "layout", R"({"shape": "3,4"})"}};
  std::vector<int> hidden;
  for (const HandoutStep& step : make_handout(asked, OnePixelPainter{}, {}).steps) {
    hidden.push_back(step.picture ? std::to_integer<int>(step.picture->image.pixels[2]) : -1);
  }
  EXPECT_EQ(hidden, (std::vector{1, 3, 3}));
}

TEST(Handout, HasTheNumbersOfOneRunInAllTextsOfAStep) {
  Lesson timed{.name = "timed", .title = "T", .summary = "S", .steps = {}};
  LessonStep& step = timed.steps.emplace_back();
  step.paragraphs = {"{s.5} ms"};
  step.state = R"({"lab": "layouts"})";
  // This number differs in each run.
  step.computations = {
      {"s", "streams", R"({"do": ["timed b", "timed e", "record a b", "record a e", "elapsed_ms b e"]})"}};
  step.question = {.text = "?", .answer = "{s.5}", .hint = "", .explanation = "It took {s.5} ms."};
  const Handout handout = make_handout(timed, OnePixelPainter{}, {});
  const std::string& answer = handout.steps[0].question->answer;
  EXPECT_EQ(handout.steps[0].paragraphs[0], answer + " ms");
  EXPECT_EQ(handout.steps[0].question->explanation, "It took " + answer + " ms.");
  EXPECT_FALSE(handout.steps[0].is_of_one_run) << "only an experiment is a race";
  timed.steps[0].computations.push_back({"e", "experiment", R"({"name": "no-wait", "is_right": false})"});
  EXPECT_TRUE(make_handout(timed, OnePixelPainter{}, {}).steps[0].is_of_one_run);
}

}  // namespace
}  // namespace texelscope::app
