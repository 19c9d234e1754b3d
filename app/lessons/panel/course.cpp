#include "app/lessons/panel/course.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>

#include "app/lessons/course.h"
#include "app/lessons/course_choice.h"
#include "app/lessons/lesson_text.h"
#include "app/window/file_dialog.h"
#include "app/window/panels/panel.h"
#include "app/window/panels/widgets.h"

namespace texelscope::app {
namespace {

/// What a lesson's text says now; a reference that is damaged stays as it is, and the course's error tells.
std::string text_now(const State& state, const std::string& text) {
  try {
    return resolved(text, state.course.facts, state);
  } catch (const ParameterError&) {
    return text;
  }
}

/// Whose lessons they are, where not the program's, with the way back.
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
  describe_item(context, "course.built_in",
                "Back to the lessons that come with the program; how far you are in this course is kept.");
  ImGui::Separator();
}

/// What concerns the course as a whole.
void draw_course_buttons(const PanelContext& context) {
  State& state = context.state;
  ImGui::Spacing();
  ImGui::Separator();
  if (link_button(context.theme, "Open a course…")) {
    show_open_dialog(state);
  }
  describe_item(context, "course.open", "Opens a file of a teacher's own course; dropping it does the same.");
  if (!state.course.progress.empty()) {
    ImGui::SameLine();
    if (link_button(context.theme, "Save results…")) {
      show_save_dialog(state, SavedKind::lesson_results);
    }
    describe_item(context, "course.save_results",
                  "Writes what you answered first in each lesson to a file that you hand in.");
  }
}

void draw_list(const PanelContext& context) {
  State& state = context.state;
  draw_course_title(context);
  const Course& course = state.course;
  for (std::size_t i = 0; i < course.lessons.size(); ++i) {
    const Lesson& lesson = course.lessons[i];
    const auto progress = course.progress.find(lesson.name);
    const bool is_finished = progress != course.progress.end() && progress->second.is_finished;
    const bool is_begun = progress != course.progress.end() && !is_finished;
    const std::string outcome = is_finished ? "done"
                                : is_begun  ? "step " + std::to_string(progress->second.step + 1)
                                            : "";
    ImGui::PushFont(context.theme.small_text);
    const float outcome_width = ImGui::CalcTextSize(outcome.c_str()).x;
    ImGui::PopFont();
    const float room = ImGui::GetContentRegionAvail().x - outcome_width - (outcome.empty() ? 0 : context.theme(6));
    const std::string label = shortened(std::to_string(i + 1) + "  " + lesson.title, room);
    if (ImGui::Selectable((label + "##" + lesson.name).c_str(), false)) {
      open_lesson(state, i);
    }
    describe_item(context, "lesson." + lesson.name, lesson.title + ": " + lesson.summary);
    if (!outcome.empty()) {
      ImGui::SameLine(ImGui::GetContentRegionMax().x - outcome_width);
      text_in(context.theme.small_text, color::accent, outcome);
    }
  }
  draw_course_buttons(context);
}

void draw_sources(const PanelContext& context) {
  const std::string line = source_line(current_step(context.state.course)->sources);
  if (!line.empty()) {
    wrapped_text_in(context.theme.small_text, color::text_dim, line);
    record_item(context.state, "lesson.sources");
  }
}

void draw_hint(const PanelContext& context, const std::string& text) {
  wrapped_text_in(context.theme.text, color::warning, text);
  record_item(context.state, "lesson.hint_text");
}

void draw_outcome(const PanelContext& context, const LessonQuestion& question) {
  const State& state = context.state;
  if (state.course.outcome == LessonOutcome::right) {
    wrapped_text_in(context.theme.text, color::accent, "Right. " + text_now(state, question.explanation));
    draw_sources(context);
  } else if (state.course.outcome == LessonOutcome::wrong) {
    draw_hint(context, "Not so. " + text_now(state, question.hint));
  } else if (state.course.is_hint_shown) {
    draw_hint(context, text_now(state, question.hint));
  }
}

/// For those who get no further, before an answer brings the hint itself.
void draw_hint_button(const PanelContext& context, const LessonQuestion& question) {
  Course& course = context.state.course;
  if (course.outcome != LessonOutcome::open || course.is_hint_shown) {
    return;
  }
  if (!question.goals.empty()) {
    ImGui::SameLine();
  }
  if (link_button(context.theme, "Hint")) {
    course.is_hint_shown = true;
  }
  describe_item(context, "lesson.hint", "Shows a hint; the question stays open.");
}

void draw_choices(const PanelContext& context, const LessonQuestion& question) {
  for (std::size_t i = 0; i < question.choices.size(); ++i) {
    if (ImGui::Button((question.choices[i] + "##choice" + std::to_string(i)).c_str(), {-1, 0})) {
      answer_question(context.state, question.choices[i]);
    }
    // No tooltip: it would lie over the next choice.
    record_item(context.state, "lesson.choice" + std::to_string(i));
  }
}

void draw_answer_field(const PanelContext& context) {
  Course& course = context.state.course;
  std::array<char, 128> buffer{};
  std::strncpy(buffer.data(), course.typed.c_str(), buffer.size() - 1);
  ImGui::SetNextItemWidth(-context.theme(72) - ImGui::GetStyle().ItemSpacing.x);
  const bool has_enter = ImGui::InputTextWithHint("##answer", "Your answer", buffer.data(), buffer.size(),
                                                  ImGuiInputTextFlags_EnterReturnsTrue);
  course.typed = buffer.data();
  describe_item(context, "lesson.answer", "A number, or numbers with commas between them. Enter checks it.");
  ImGui::SameLine();
  if (ImGui::Button("Check", {context.theme(72), 0}) || has_enter) {
    answer_question(context.state, course.typed);
  }
  describe_item(context, "lesson.check", "Compares the answer with what the program computes.");
}

void draw_question(const PanelContext& context, const LessonQuestion& question) {
  heading(context.theme, question.goals.empty() ? "Question" : "Do it");
  wrapped_text_in(context.theme.text, color::text, text_now(context.state, question.text));
  if (!question.choices.empty()) {
    draw_choices(context, question);
  } else if (question.goals.empty()) {
    draw_answer_field(context);
  } else if (context.state.course.outcome != LessonOutcome::right) {
    if (link_button(context.theme, "Show me")) {
      show_solution(context.state);
    }
    describe_item(context, "lesson.show_me", "Does what is asked for.");
  }
  draw_hint_button(context, question);
  draw_outcome(context, question);
  // The response to an answer, and the hint, scroll into sight.
  int& said = *ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("outcome"));
  const Course& course = context.state.course;
  const bool is_said = course.outcome != LessonOutcome::open || course.is_hint_shown;
  const int response = is_said ? 1 + static_cast<int>(course.outcome) : 0;
  if (std::exchange(said, response) != response && is_said) {
    ImGui::SetScrollHereY(1);
  }
}

void draw_step_buttons(const PanelContext& context, const Lesson& lesson) {
  State& state = context.state;
  ImGui::Separator();
  if (ImGui::Button("Back", {context.theme(72), 0}) && state.course.step > 0) {
    go_to_step(state, state.course.step - 1);
  }
  describe_item(context, "lesson.back", "The step before, as it begins.");
  ImGui::SameLine();
  const bool is_last = state.course.step + 1 == lesson.steps.size();
  if (ImGui::Button(is_last ? "Finish" : "Next", {context.theme(72), 0})) {
    go_to_step(state, state.course.step + 1);
  }
  describe_item(context, "lesson.next",
                is_last ? "Ends the lesson, and brings back what was set up before." : "The next step.");
  ImGui::SameLine();
  if (ImGui::Button("Leave", {context.theme(72), 0})) {
    leave_lesson(state);
  }
  describe_item(context, "lesson.leave",
                "Back to the list and to what was set up before; the lesson goes on here next time.");
}

void draw_step(const PanelContext& context) {
  const Course& course = context.state.course;
  const Lesson& lesson = course.lessons[*course.lesson];
  // The steps may be gone with a button.
  const LessonStep step = lesson.steps[course.step];
  // The buttons stay in sight below what scrolls.
  const float buttons = ImGui::GetFrameHeightWithSpacing() + context.theme(6);
  begin_part("step", {0, std::max(ImGui::GetContentRegionAvail().y - buttons, context.theme(40))});
  heading(context.theme, lesson.title.c_str());
  text_in(context.theme.small_text, color::text_dim,
          "Step " + std::to_string(course.step + 1) + " of " + std::to_string(lesson.steps.size()));
  wrapped_text_in(context.theme.text, color::accent, step.title);
  for (const std::string& paragraph : step.paragraphs) {
    wrapped_text_in(context.theme.text, color::text, text_now(context.state, paragraph));
    ImGui::Spacing();
  }
  if (!step.question.is_empty()) {
    draw_question(context, step.question);
  } else {
    draw_sources(context);
  }
  ImGui::EndChild();
  draw_step_buttons(context, lesson);
}

/// Where the widget that the step means was drawn; nothing where it was not.
std::optional<Rect> marked(State& state) {
  if (const std::optional<Rect> mark = std::exchange(state.course.mark, std::nullopt)) {
    return mark;
  }
  // What is no item of ImGui's, such as a curve, only has its place.
  const LessonStep* const step = current_step(state.course);
  const auto found = step != nullptr ? state.widgets.find(step->look_at) : state.widgets.end();
  return found != state.widgets.end() ? std::optional{found->second} : std::nullopt;
}

}  // namespace

void draw_step_mark(State& state, const Theme& theme) {
  const std::optional<Rect> mark = marked(state);
  if (!mark) {
    return;
  }
  const float margin = theme(3);
  frame_over_picture(theme, ImGui::GetForegroundDrawList(), {mark->x - margin, mark->y - margin},
                     {mark->right() + margin, mark->bottom() + margin}, color::accent);
}

void draw_course(const PanelContext& context) {
  if (!begin_panel(context, &PanelArrangement::lessons)) {
    return;
  }
  Course& course = context.state.course;
  read_course(course);
  if (!course.error.empty()) {
    wrapped_text_in(context.theme.text, color::error, course.error);
  }
  if (course.lesson) {
    draw_step(context);
  } else {
    draw_list(context);
  }
  end_panel();
  draw_step_mark(context.state, context.theme);
}

}  // namespace texelscope::app
