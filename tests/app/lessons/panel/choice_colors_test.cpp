#include <string>

#include "tests/app/lessons/panel/course_fixture.h"
#include "tests/app/window/panels/drawn_pixels.h"

namespace texelscope::tests {
namespace {

TEST_F(CoursePanel, ColorsTheRightChoiceGreenAndTheWrongOneRed) {
  state.course.lessons[0].steps[1].question.answer = "four";
  state.course.lessons[0].steps[1].question.choices = {"three", "four", "five"};
  ASSERT_NO_FATAL_FAILURE(open_step(1));
  click("lesson.choice0");
  move_to(-1, -1);
  draw();
  draw();
  const auto has = [&](int choice, const ImVec4& ink) {
    return count_pixels(rect_of("lesson.choice" + std::to_string(choice)), ink) > 0;
  };
  EXPECT_TRUE(has(0, color::error) && !has(0, color::good));
  EXPECT_TRUE(has(1, color::good) && !has(1, color::error));
  EXPECT_TRUE(!has(2, color::good) && !has(2, color::error));
}

}  // namespace
}  // namespace texelscope::tests
