#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/lessons/course.h"
#include "tests/app/window/panels/panel_fixture.h"

namespace texelscope::tests {

using namespace app;

/// A lesson with a task, followed by a question.
class CoursePanel : public PanelTest {
 protected:
  void SetUp() override {
    PanelTest::SetUp();
    add_labs(0);
    state.arrangement.panels.lessons.is_shown = true;
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
    asked.question = {.text = "How many?", .answer = "{scene}", .hint = "Look.", .explanation = "That many."};
    asked.question.mistakes = {{"a guess", "This is only a guess."}};
    state.course.lessons = {{.name = "l", .title = "L", .summary = "S", .steps = {task, asked}}};
  }

  void open_step(std::size_t step) {
    open_lesson(state, 0);
    go_to_step(state, step);
    ASSERT_EQ(state.course.error, "");
    draw();
    draw();
  }
  /// Changes the question to one about the Layouts lab that covers these widgets.
  void ask_about_layout(std::vector<std::string> hidden) {
    LessonStep& asked = state.course.lessons[0].steps[1];
    asked.question.hidden = std::move(hidden);
    asked.state = R"x({"lab": "layouts", "labs": {"layouts": {"shape": "3, 4", "operations": "permuted(1, 0)"}}})x";
  }
  [[nodiscard]] static std::string lab_strides() { return "(1, 4)"; }
  [[nodiscard]] bool is_drawn(const char* widget) const { return state.drawn.widgets.contains(widget); }
};

}  // namespace texelscope::tests
