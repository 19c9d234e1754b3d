#include "app/lessons/panel/course_bars.h"

#include <imgui.h>

#include "app/lessons/course_choice.h"
#include "app/window/file_dialog.h"
#include "app/window/panels/widgets.h"

namespace texelscope::app {

void draw_course_title(const PanelContext& context) {
  const Course& course = context.state.course;
  if (course.file.empty()) {
    return;
  }
  wrapped_text_in(context.theme.text, color::accent, course.title);
  record_item(context.state, "course.title");
  if (link_button(context.theme, "Built-in lessons")) {
    open_built_in_course(context.state);
  }
  describe_item(context, "course.built_in", "Returns to the built-in lessons; your progress in this course is saved.");
  ImGui::Separator();
}

void draw_course_buttons(const PanelContext& context) {
  State& state = context.state;
  ImGui::Spacing();
  ImGui::Separator();
  if (link_button(context.theme, "Open a course…")) {
    show_open_dialog(state);
  }
  describe_item(context, "course.open", "Opens a course file from a teacher; you can also drop it on the window.");
  if (!state.course.progress.empty()) {
    ImGui::SameLine();
    if (link_button(context.theme, "Save results…")) {
      show_save_dialog(state, SavedKind::lesson_results);
    }
    describe_item(context, "course.save_results",
                  "Writes your first answers in each lesson to a file that you hand in.");
  }
}

}  // namespace texelscope::app
