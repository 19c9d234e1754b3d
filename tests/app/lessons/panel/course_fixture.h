#pragma once

#include <imgui_internal.h>
#include <algorithm>

#include "app/gui/drawn_text.h"
#include "app/lessons/course.h"
#include "app/lessons/lesson_answer.h"
#include "app/lessons/panel/course.h"
#include "app/window/session.h"
#include "tests/app/window/panels/panel_fixture.h"

namespace texelscope::tests {

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
    asked.question = {.text = "How many?", .answer = "{scene}", .hint = "Look.", .explanation = "That many."};
    asked.question.mistakes = {{"a guess", "That is only guessed."}};
    state.course.lessons = {{.name = "l", .title = "L", .summary = "S", .steps = {task, asked}}};
  }

  void open_step(std::size_t step) {
    open_lesson(state, 0);
    go_to_step(state, step);
    ASSERT_EQ(state.course.error, "");
    draw();
    draw();
  }
  [[nodiscard]] static std::string lab_strides() { return "(1, 4)"; }
  [[nodiscard]] bool is_drawn(const char* widget) const { return state.widgets.contains(widget); }
};

}  // namespace texelscope::tests
