#include "app/lessons/panel/course.h"

#include "app/lessons/course.h"
#include "tests/app/window/panels/panel_fixture.h"

namespace texelscope::tests {
namespace {

using namespace app;

class CoursePanel : public PanelTest {
 protected:
  void SetUp() override {
    PanelTest::SetUp();
    add_labs(0);
    state.panels.lessons.is_shown = true;
    LessonStep task;
    task.title = "Task";
    task.question = {.text = "Do it.",
                     .goals = {{"labs.layouts.order", "F"}},
                     .solution = R"({"labs": {"layouts": {"order": "F"}}})",
                     .hint = "The button F.",
                     .explanation = "Done."};
    task.sources = {"a section"};
    LessonStep asked;
    asked.title = "Asked";
    asked.question = {.text = "How many?", .answer = "{scene}", .hint = "Look.", .explanation = "So many."};
    state.course.lessons = {{.name = "l", .title = "L", .summary = "S", .steps = {task, asked}}};
  }

  void open_step(std::size_t step) {
    open_lesson(state, 0);
    go_to_step(state, step);
    ASSERT_EQ(state.course.error, "");
    draw();
    draw();
  }
  [[nodiscard]] bool is_drawn(const char* widget) const { return state.widgets.contains(widget); }
};

TEST_F(CoursePanel, ShowsTheHintOfATaskOnDemandAndUntilItIsDone) {
  ASSERT_NO_FATAL_FAILURE(open_step(0));
  EXPECT_FALSE(is_drawn("lesson.hint_text"));
  click("lesson.hint");
  EXPECT_TRUE(is_drawn("lesson.hint_text"));
  EXPECT_FALSE(is_drawn("lesson.hint"));
  EXPECT_EQ(state.course.outcome, LessonOutcome::open);
  click("lesson.show_me");
  watch_course(state);
  draw();
  EXPECT_EQ(state.course.outcome, LessonOutcome::right);
  EXPECT_FALSE(is_drawn("lesson.hint_text"));
}

TEST_F(CoursePanel, ForgetsAHintWithItsStepAndGivesItWithAWrongAnswerToo) {
  ASSERT_NO_FATAL_FAILURE(open_step(0));
  click("lesson.hint");
  ASSERT_NO_FATAL_FAILURE(open_step(1));
  EXPECT_FALSE(is_drawn("lesson.hint_text"));
  EXPECT_TRUE(is_drawn("lesson.hint"));
  answer_question(state, "nothing such");
  draw();
  EXPECT_EQ(state.course.outcome, LessonOutcome::wrong);
  EXPECT_TRUE(is_drawn("lesson.hint_text"));
  EXPECT_FALSE(is_drawn("lesson.hint"));
}

TEST_F(CoursePanel, NamesTheSourcesWithTheExplanationAlone) {
  ASSERT_NO_FATAL_FAILURE(open_step(0));
  EXPECT_FALSE(is_drawn("lesson.sources"));
  click("lesson.show_me");
  watch_course(state);
  draw();
  draw();
  EXPECT_TRUE(is_drawn("lesson.sources"));
}

TEST_F(CoursePanel, ShowsWhoseCourseItIsAndLeadsBack) {
  draw();
  EXPECT_FALSE(is_drawn("course.title"));
  EXPECT_TRUE(is_drawn("course.open"));
  state.course.file = "/courses/week_3.json";
  state.course.title = "Week 3";
  state.course.progress["l"].step = 1;
  draw();
  EXPECT_TRUE(is_drawn("course.title"));
  click("course.built_in");
  draw();
  EXPECT_FALSE(is_drawn("course.title"));
  EXPECT_TRUE(is_drawn("lesson.texel_centers"));
  EXPECT_EQ(state.course.other_progress.at("/courses/week_3.json").at("l").step, 1U);
}

TEST_F(CoursePanel, AsksForTheNameOfWhoSavesResults) {
  draw();
  EXPECT_FALSE(is_drawn("course.save_results")) << "nothing is answered yet";
  state.course.progress["l"].first_answers[1] = {.answer = "5", .is_right = true};
  draw();
  click("course.save_results");
  draw();
  draw();
  type("save.student", "Ada");
  EXPECT_EQ(state.course.student, "Ada");
  EXPECT_TRUE(state.file_dialog.text.ends_with("/Ada_results.json")) << state.file_dialog.text;
}

TEST_F(CoursePanel, OpensTheDialogForACourse) {
  draw();
  click("course.open");
  EXPECT_TRUE(state.file_dialog.is_shown);
  EXPECT_FALSE(state.file_dialog.saves);
}

}  // namespace
}  // namespace texelscope::tests
