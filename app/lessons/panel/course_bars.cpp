#include "app/lessons/panel/course_bars.h"

#include <imgui.h>

#include "app/lessons/course.h"
#include "app/lessons/course_choice.h"
#include "app/window/file_dialog.h"
#include "app/window/panels/widgets.h"

namespace texelscope::app {
namespace {

/// Names what begin_again() deletes, and asks whether to do it.
void draw_confirmation(const PanelContext& context) {
  State& state = context.state;
  Course& course = state.course;
  bool& was_asked = *ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID("was_asked"));
  const bool is_first_time = course.is_asked_to_begin_again && !was_asked;
  was_asked = course.is_asked_to_begin_again;
  if (!course.is_asked_to_begin_again) {
    return;
  }
  wrapped_text_in(context.theme.text, color::warning, loss_of_beginning_again(course));
  record_item(state, "course.lost");
  if (!are_results_saved(course)) {
    if (ImGui::Button("Save results first…")) {
      show_save_dialog(state, SavedKind::lesson_results);
    }
    describe_item(context, "course.save_first", "Writes the answers to a file; nothing is deleted yet.");
  }
  if (ImGui::Button("Delete and begin again")) {
    begin_again(state);
  }
  describe_item(context, "course.delete_progress", "Deletes the progress and the answers in this course.");
  ImGui::SameLine();
  if (ImGui::Button("Cancel")) {
    course.is_asked_to_begin_again = false;
  }
  describe_item(context, "course.cancel", "Deletes nothing.");
  if (is_first_time) {
    // Below a long list of lessons.
    ImGui::SetScrollHereY(1);
  }
}

}  // namespace

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
    show_course_dialog(state);
  }
  describe_item(context, "course.open", "Opens a course file from a teacher; you can also drop it on the window.");
  if (!state.course.progress.empty()) {
    ImGui::SameLine();
    if (link_button(context.theme, "Save results…")) {
      show_save_dialog(state, SavedKind::lesson_results);
    }
    describe_item(context, "course.save_results",
                  "Writes your first answers in each lesson to a file that you hand in.");
    if (link_button(context.theme, "Begin again…")) {
      state.course.is_asked_to_begin_again = true;
    }
    describe_item(context, "course.begin_again",
                  "Deletes all answers in this course, so that you or another student can restart it; asks first.");
    draw_confirmation(context);
  }
}

}  // namespace texelscope::app
