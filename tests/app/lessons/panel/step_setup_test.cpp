#include <fmt/format.h>

#include <algorithm>

#include "app/lessons/course.h"
#include "app/lessons/course_choice.h"
#include "app/lessons/lesson_text.h"
#include "app/scenes/registry.h"
#include "app/window/panels/regions.h"
#include "app/workspace/session.h"
#include "tests/app/lessons/panel/course_fixture.h"

namespace texelscope::tests {
namespace {

using namespace app;

using StepOfALesson = CoursePanel;

TEST_F(StepOfALesson, RestoresTheSetupOfAStep) {
  state.course.lessons[0].steps[1].state = R"({"labs": {"layouts": {"order": "C"}}})";
  ASSERT_NO_FATAL_FAILURE(open_step(1));
  for (const char* widget : {"lesson.setup", "lesson.try_again"}) {
    answer_question(state, "a guess");
    take_session_part(R"({"labs": {"layouts": {"order": "F"}}})", state);
    draw();
    draw();
    ASSERT_EQ(state_text(state, "labs.layouts.order"), "F");
    click(widget);
    EXPECT_EQ(state_text(state, "labs.layouts.order"), "C") << widget;
  }
}

TEST_F(StepOfALesson, CoversTheLabWhileItsSetupIsNotThatOfTheOpenQuestion) {
  state.course.lessons[0].steps[1].state =
      R"({"lab": "layouts", "labs": {"layouts": {"shape": "3, 4", "tab": "map"}}})";
  ASSERT_NO_FATAL_FAILURE(open_step(1));
  const auto is_covered = [&] {
    draw();
    return is_drawn("lesson.cover.lab");
  };
  EXPECT_FALSE(is_covered());
  take_session_part(R"({"labs": {"layouts": {"shape": "3, 4", "tab": "warp"}}})", state);
  EXPECT_FALSE(is_covered()) << "another tab";
  for (const char* changed :
       {R"({"labs": {"layouts": {"shape": "4, 3"}}})", R"({"lab": "copies"})", R"({"scene": "plain"})"}) {
    take_session_part(changed, state);
    EXPECT_TRUE(is_covered()) << changed;
    EXPECT_TRUE(has_covered_results(state)) << changed;
    click("lesson.cover.lab");
    EXPECT_FALSE(is_covered()) << changed;
    EXPECT_EQ(state_text(state, "lab"), "layouts") << changed;
    EXPECT_EQ(state_text(state, "labs.layouts.shape"), "3, 4") << changed;
  }
}

TEST_F(StepOfALesson, AnswersAQuestionInItsSetupAndThenLeavesTheSetupToTheLearner) {
  state.course.lessons[0].steps[1].state = R"({"lab": "layouts", "labs": {"layouts": {"shape": "3, 4"}}})";
  ASSERT_NO_FATAL_FAILURE(open_step(1));
  take_session_part(R"({"lab": "copies", "labs": {"layouts": {"shape": "4, 3"}}})", state);
  answer_question(state, "a guess");
  EXPECT_EQ(state_text(state, "lab"), "layouts");
  EXPECT_EQ(state_text(state, "labs.layouts.shape"), "3, 4");
  take_session_part(R"({"labs": {"layouts": {"shape": "4, 3"}}})", state);
  draw();
  EXPECT_FALSE(is_drawn("lesson.cover.lab"));
}

TEST_F(StepOfALesson, FoldsThePropertiesThatAStepInALowWindowDoesNotUse) {
  ASSERT_NO_FATAL_FAILURE(open_step(1));
  EXPECT_EQ(regions_of(state, 960, 600, 1).properties().height, folded_height);
  EXPECT_GT(regions_of(state, 1600, 972, 1).properties().height, 96);
  ASSERT_NO_FATAL_FAILURE(open_step(0));
  EXPECT_GE(regions_of(state, 960, 600, 1).properties().height, 96) << "a task";
}

TEST_F(StepOfALesson, DoesNotMoveTheAnswerFieldWhenTheHintAppears) {
  ASSERT_NO_FATAL_FAILURE(open_step(1));
  draw();
  const float before = state.drawn.widgets.at("lesson.answer").y;
  click("lesson.hint");
  draw();
  draw();
  ASSERT_TRUE(is_drawn("lesson.hint_text"));
  EXPECT_EQ(state.drawn.widgets.at("lesson.answer").y, before);
}

/// Settings that a lab changes by itself would cover the step, or show its answer.
TEST_F(StepOfALesson, IsLeftAsItIsSetUpInEachBuiltInLessonAndAcceptsItsAnswer) {
  const auto all = app::scenes();
  scenes.assign(all.begin(), all.end());
  state = State{scenes, labs()};
  actions = make_actions(scenes, labs());
  state.arrangement.panels.lessons.is_shown = true;
  read_course(state.course);
  for (std::size_t i = 0; i < state.course.lessons.size(); ++i) {
    const Lesson& lesson = state.course.lessons[i];
    open_lesson(state, i);
    for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
      SCOPED_TRACE(fmt::format("{}, step {}", lesson.name, step + 1));
      go_to_step(state, step);
      for (int frame = 0; frame < frames_until_drawn; ++frame) {
        draw();
        watch_course(state);
      }
      ASSERT_EQ(state.course.error, "");
      EXPECT_FALSE(is_drawn("lesson.cover.lab"));
      EXPECT_TRUE(state.notices.entries().empty());
      const LessonQuestion& question = lesson.steps[step].question;
      if (!question.goals.empty()) {
        EXPECT_EQ(state.course.outcome, LessonOutcome::open);
        show_solution(state);
        watch_course(state);
        EXPECT_EQ(state.course.outcome, LessonOutcome::right);
      } else if (!question.answer.empty()) {
        EXPECT_EQ(
            std::ranges::count_if(state.drawn.widgets,
                                  [](const auto& widget) { return widget.first.starts_with("lesson.cover."); }) > 0,
            std::ranges::any_of(state.drawn.widgets,
                                [&](const auto& widget) { return is_hidden(state.course, widget.first); }));
        // On some devices, a mistake may coincide with the right answer.
        const auto wrong = std::ranges::find_if(question.mistakes, [&](const LessonMistake& mistake) {
          return !mistake_behind(question, text_now(state, mistake.answer), state.course.facts, state).empty();
        });
        ASSERT_NE(wrong, question.mistakes.end());
        answer_question(state, text_now(state, wrong->answer));
        EXPECT_EQ(state.course.outcome, LessonOutcome::wrong) << wrong->answer;
        answer_question(state, text_now(state, question.answer));
        EXPECT_EQ(state.course.outcome, LessonOutcome::right) << text_now(state, question.answer);
      }
    }
  }
}

}  // namespace
}  // namespace texelscope::tests
