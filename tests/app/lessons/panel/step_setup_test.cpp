#include "app/lessons/course.h"
#include "app/lessons/lesson_text.h"
#include "app/window/panels/regions.h"
#include "app/window/session.h"
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
  const float before = state.widgets.at("lesson.answer").y;
  click("lesson.hint");
  draw();
  draw();
  ASSERT_TRUE(is_drawn("lesson.hint_text"));
  EXPECT_EQ(state.widgets.at("lesson.answer").y, before);
}

}  // namespace
}  // namespace texelscope::tests
