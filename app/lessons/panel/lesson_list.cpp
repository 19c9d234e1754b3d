#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/lessons/course.h"
#include "app/lessons/course_choice.h"
#include "app/lessons/panel/course.h"
#include "app/window/file_dialog.h"
#include "app/window/panels/imgui_versions.h"
#include "app/window/panels/widgets.h"

namespace texelscope::app {
namespace {

/// The score of the first answers to a lesson's questions, so far: "3 of 4 right"; empty for a lesson without
/// questions.
std::string score_text(const FirstTimes& times) {
  if (times.questions == 0) {
    return "";
  }
  return times.answered == times.questions
             ? fmt::format("{} of {} right the first time", times.right, times.questions)
             : fmt::format("{}{} of {} answered",
                           times.answered == 0 ? "" : fmt::format("{} right the first time, ", times.right),
                           times.answered, times.questions);
}

/// The learner's progress in a lesson; empty if it has not been begun.
std::string progress_text(const Course& course, const Lesson& lesson) {
  const auto progress = course.progress.find(lesson.name);
  if (progress == course.progress.end()) {
    return "";
  }
  if (!progress->second.is_finished) {
    return fmt::format("At step {} of {}", progress->second.step + 1, lesson.steps.size());
  }
  const std::string score = score_text(first_times(course, lesson));
  return score.empty() ? "Finished" : fmt::format("Finished: {}", score);
}

void draw_check_mark(const Theme& theme, ImVec2 corner, float side) {
  const std::array<ImVec2, 3> points{ImVec2{corner.x, corner.y + 0.55F * side},
                                     ImVec2{corner.x + 0.35F * side, corner.y + 0.9F * side},
                                     ImVec2{corner.x + side, corner.y + 0.1F * side}};
  ImGui::GetWindowDrawList()->AddPolyline(points.data(), static_cast<int>(points.size()), packed(color::accent), 0,
                                          std::max(1.5F, theme(1.5F)));
}

/// Shown after a lesson: its score, and a button for the next one.
void draw_finished(const PanelContext& context) {
  State& state = context.state;
  const Course& course = state.course;
  if (!course.finished || *course.finished >= course.lessons.size()) {
    return;
  }
  const std::size_t finished = *course.finished;
  const std::string progress = progress_text(course, course.lessons[finished]);
  if (progress.empty()) {
    return;
  }
  wrapped_text_in(context.theme.text, color::text, course.lessons[finished].title);
  wrapped_text_in(context.theme.text, color::accent, progress);
  record_item(state, "course.finished");
  if (finished + 1 < course.lessons.size()) {
    if (primary_button("Next lesson")) {
      open_lesson(state, finished + 1);
    }
    describe_item(context, "course.next_lesson", fmt::format("Opens “{}”.", course.lessons[finished + 1].title));
  }
  ImGui::Separator();
}

/// Above the first lesson of a topic. Shown as written, because capitalization depends on the language.
void draw_topic(const PanelContext& context, std::size_t position) {
  const std::vector<Lesson>& lessons = context.state.course.lessons;
  const std::string& topic = lessons[position].topic;
  if (topic == (position > 0 ? lessons[position - 1].topic : "")) {
    return;
  }
  ImGui::Dummy({0, context.theme(4)});
  if (!topic.empty()) {
    wrapped_text_in(context.theme.heading, color::text_dim, topic);
    record_item(context.state, fmt::format("course.topic{}", position));
  }
}

/// The progress is below the title, which needs the whole width.
void draw_lesson_row(const PanelContext& context, std::size_t position) {
  const Theme& theme = context.theme;
  const Course& course = context.state.course;
  const Lesson& lesson = course.lessons[position];
  const std::string progress = progress_text(course, lesson);
  const float room = ImGui::GetContentRegionAvail().x;
  const float title_height = ImGui::GetTextLineHeight();
  const float progress_height = progress.empty() ? 0 : line_height(theme.small_text);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const std::string label = shortened(std::to_string(position + 1) + "  " + lesson.title, room);
  const bool is_chosen =
      ImGui::Selectable((label + "##" + lesson.name).c_str(), false, 0, {0, title_height + progress_height});
  describe_item(context, "lesson." + lesson.name, fmt::format("{}: {}", lesson.title, lesson.summary));
  if (course.finished == position && course.frames_to_look > 0) {
    ImGui::SetScrollHereY(0.5F);
  }
  if (!progress.empty()) {
    const float side = 0.7F * progress_height;
    const float left = corner.x + theme(18);
    if (course.progress.at(lesson.name).is_finished) {
      draw_check_mark(theme, {left - side - theme(3), corner.y + title_height + 0.15F * progress_height}, side);
    }
    draw_text(ImGui::GetWindowDrawList(), theme.small_text, {left, corner.y + title_height}, packed(color::accent),
              shortened(theme.small_text, progress, room - theme(18)));
  }
  if (is_chosen) {
    open_lesson(context.state, position);
  }
}

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
    if (primary_button("Save results first…")) {
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

/// Above the list of lessons: the course's title unless it is the built-in one, and a link back.
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

/// Below the list: buttons for the course as a whole.
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

}  // namespace

void draw_lesson_list(const PanelContext& context) {
  draw_course_title(context);
  draw_finished(context);
  const Course& course = context.state.course;
  // Scrolled to the finished lesson, below its score.
  begin_part("lesson_list", {0, 0});
  for (std::size_t i = 0; i < course.lessons.size() && !course.lesson; ++i) {
    draw_topic(context, i);
    draw_lesson_row(context, i);
  }
  draw_course_buttons(context);
  ImGui::EndChild();
}

}  // namespace texelscope::app
