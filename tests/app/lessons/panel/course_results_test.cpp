#include "app/lessons/course.h"
#include "app/workspace/session.h"
#include "tests/app/lessons/panel/course_fixture.h"

namespace texelscope::tests {
namespace {

using namespace app;

TEST_F(CoursePanel, BeginsTheShownCourseAgainOnlyAfterConfirmation) {
  draw();
  EXPECT_FALSE(is_drawn("course.begin_again")) << "no question has been answered yet";
  state.course.progress["l"].first_answers[1] = {.answer = "5", .is_right = true};
  state.course.other_progress["/courses/week_3.json"]["l"].step = 1;
  state.course.student = "Ada";
  draw();
  click("course.begin_again");
  draw();
  EXPECT_TRUE(is_drawn("course.lost"));
  EXPECT_EQ(loss_of_beginning_again(state.course),
            "This deletes your progress in 1 lesson of this course, with 1 first answer. It cannot be undone. To keep "
            "the answers, save the results first.");
  click("course.cancel");
  draw();
  EXPECT_FALSE(is_drawn("course.delete_progress"));
  EXPECT_EQ(state.course.progress.at("l").first_answers.size(), 1U);
  const app::Action* const action = find_action(actions, std::string("begin_course_again"));
  ASSERT_NE(action, nullptr);
  ASSERT_TRUE(is_enabled(*action, state));
  perform(*action, state);
  draw();
  draw();
  click("course.save_first");
  EXPECT_TRUE(state.dialogs.file.is_shown);
  EXPECT_EQ(state.dialogs.file.saves, SavedKind::lesson_results);
  state.dialogs.file.is_shown = false;
  draw();
  draw();
  click("course.delete_progress");
  draw();
  EXPECT_TRUE(state.course.progress.empty());
  EXPECT_EQ(state.course.student, "");
  EXPECT_FALSE(is_enabled(*action, state));
  EXPECT_FALSE(is_drawn("course.delete_progress"));
  EXPECT_EQ(state.course.other_progress.at("/courses/week_3.json").at("l").step, 1U)
      << "the progress of other courses remains";
}

TEST_F(CoursePanel, DoesNotOfferToSaveResultsThatAreSaved) {
  state.course.progress["l"].first_answers[1] = {.answer = "5", .is_right = true};
  state.course.is_asked_to_begin_again = true;
  draw();
  draw();
  EXPECT_TRUE(is_drawn("course.save_first"));
  state.course.saved_progress = state.course.progress;
  draw();
  EXPECT_FALSE(is_drawn("course.save_first"));
  EXPECT_TRUE(is_drawn("course.delete_progress"));
}

}  // namespace
}  // namespace texelscope::tests
