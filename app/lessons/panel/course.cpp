#include "app/lessons/panel/course.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <sstream>
#include <string>

#include "app/lessons/course.h"
#include "app/lessons/course_choice.h"
#include "app/lessons/lesson_answer.h"
#include "app/lessons/lesson_text.h"
#include "app/window/panels/imgui_versions.h"
#include "app/window/panels/panel.h"
#include "app/window/panels/widgets.h"

namespace texelscope::app {
namespace {

/// The explanation of the wrong answer; empty if the lesson has none.
std::string mistake_now(const State& state, const LessonQuestion& question) {
  try {
    return mistake_behind(question, state.course.committed, state.course.facts, state);
  } catch (const ParameterError&) {
    return "";
  }
}

/// A paragraph; after an answer is committed, a listing includes the results of its calls.
std::string paragraph_now(const State& state, const LessonStep& step, const std::string& paragraph) {
  const Course& course = state.course;
  const std::string text = text_now(state, paragraph);
  const std::string script = course.outcome != LessonOutcome::open ? script_of(step.question, course.facts) : "";
  return script.empty() ? text : with_outcomes(text, script, course.facts);
}

/// The calls of a listing have a hanging indent.
void draw_paragraph(const PanelContext& context, const std::string& text) {
  const std::size_t calls = listed_calls(text).size();
  if (calls == 0) {
    wrapped_text_in(context.theme.text, color::text, text);
    return;
  }
  const float indent = text_size(context.theme.text, calls < 10 ? "0  " : "00  ").x;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{0, 0});
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto end = line.find("  ");
    if (end != std::string::npos && !listed_calls(line).empty()) {
      text_in(context.theme.text, color::text, line.substr(0, end));
      ImGui::SameLine(indent);
      line.erase(0, end + 2);
    }
    wrapped_text_in(context.theme.text, color::text, line);
  }
  ImGui::PopStyleVar();
}

void draw_sources(const PanelContext& context) {
  const std::string line = source_line(current_step(context.state.course)->sources);
  if (!line.empty()) {
    wrapped_text_in(context.theme.small_text, color::text_dim, line);
    record_item(context.state, "lesson.sources");
  }
}

/// The response to a committed answer: the right one, the mistake behind a wrong one, and the sources.
void draw_outcome(const PanelContext& context, const LessonQuestion& question) {
  const State& state = context.state;
  const Course& course = state.course;
  // Also after a committed answer, since another one may be typed over it.
  if (!course.refusal.empty()) {
    wrapped_text_in(context.theme.text, color::warning, course.refusal);
    record_item(context.state, "lesson.refusal");
  }
  if (course.outcome == LessonOutcome::right) {
    const bool is_shown = !question.goals.empty() && course.committed == task_shown;
    wrapped_text_in(context.theme.text, color::good,
                    (is_shown ? "Shown. " : "Right. ") + text_now(state, question.explanation));
  } else if (course.outcome == LessonOutcome::wrong) {
    wrapped_text_in(context.theme.text, color::error,
                    fmt::format("You predicted {}; it is {}.", course.committed, answer_now(state, question)));
    record_item(context.state, "lesson.wrong");
    if (const std::string mistake = mistake_now(state, question); !mistake.empty()) {
      wrapped_text_in(context.theme.text, color::text, mistake);
      record_item(context.state, "lesson.mistake");
    }
    wrapped_text_in(context.theme.text, color::text, text_now(state, question.explanation));
  } else {
    if (course.is_hint_shown) {
      wrapped_text_in(context.theme.text, color::warning, text_now(state, question.hint));
      record_item(context.state, "lesson.hint_text");
    }
    return;
  }
  draw_sources(context);
  if (question.goals.empty()) {
    if (link_button(context.theme, "Try again")) {
      try_again(context.state);
    }
    describe_item(context, "lesson.try_again",
                  "Opens the question again, and covers its answer; your first answer still counts.");
  }
}

/// For learners who are stuck, before a wrong answer shows the hint.
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
    course.frames_to_look = frames_until_drawn;
  }
  describe_item(context, "lesson.hint", "Shows a hint; the question stays open.");
}

/// The height of the hint beyond that of the button that shows it.
float hint_height(const PanelContext& context, const LessonQuestion& question) {
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = wrapped_text_height(context.theme.text, text_now(context.state, question.hint), width) +
                       ImGui::GetStyle().ItemSpacing.y;
  // The button of a task is beside another button.
  const float button =
      question.goals.empty() ? line_height(context.theme.small_text) + ImGui::GetStyle().ItemSpacing.y : 0;
  return std::max(height - button, 0.0F);
}

void draw_choices(const PanelContext& context, const LessonQuestion& question) {
  const Course& course = context.state.course;
  const bool is_committed = course.outcome != LessonOutcome::open;
  const std::string right = is_committed ? text_now(context.state, question.answer) : "";
  for (std::size_t i = 0; i < question.choices.size(); ++i) {
    const std::string choice = text_now(context.state, question.choices[i]);
    const bool is_right = is_committed && is_same_answer(choice, right);
    const bool is_wrong = is_committed && !is_right && choice == course.committed;
    ImGui::PushStyleColor(ImGuiCol_Text, is_right ? color::good : is_wrong ? color::error : color::text);
    // Shown in words as well as in color.
    const char* const verdict = is_right ? "  (right)" : is_wrong ? "  (your prediction)" : "";
    const bool is_chosen = ImGui::Button((choice + verdict + "###choice" + std::to_string(i)).c_str(), {-1, 0});
    ImGui::PopStyleColor();
    if (is_chosen) {
      answer_question(context.state, choice);
    }
    // No tooltip: it would cover the next choice.
    record_item(context.state, "lesson.choice" + std::to_string(i));
  }
}

void draw_answer_field(const PanelContext& context) {
  Course& course = context.state.course;
  std::array<char, 128> buffer{};
  std::strncpy(buffer.data(), course.typed.c_str(), buffer.size() - 1);
  ImGui::SetNextItemWidth(-context.theme(72) - ImGui::GetStyle().ItemSpacing.x);
  give_keyboard(course.wants_keyboard);
  const bool has_enter =
      ImGui::InputTextWithHint("##answer", "Your prediction", buffer.data(), buffer.size(),
                               ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  course.typed = buffer.data();
  // A tooltip would cover the response to an answer.
  const bool has_response = course.outcome != LessonOutcome::open || !course.refusal.empty();
  const auto describe = [&](const char* name, const char* text) {
    describe_item(context, name, has_response ? "" : text);
  };
  describe("lesson.answer", "Your prediction: a number, or numbers separated by commas. Enter commits it.");
  ImGui::SameLine();
  if (primary_button("Commit", {context.theme(72), 0}) || has_enter) {
    answer_question(context.state, course.typed);
    // Otherwise the next digits would be shortcuts of the window.
    course.wants_keyboard = has_enter;
  }
  describe("lesson.commit", "Commits your prediction; the window then shows the result.");
}

/// The mark of a task that was done before and may be repeated, or of a question that was skipped.
void draw_first_time(const PanelContext& context, const LessonQuestion& question) {
  const Course& course = context.state.course;
  const FirstAnswer* const first = first_answer_to(course, course.lessons[*course.lesson], course.step);
  if (first != nullptr && first->is_skipped) {
    wrapped_text_in(context.theme.small_text, color::text_dim, "Skipped before; a later answer does not count.");
    record_item(context.state, "lesson.skipped_before");
  } else if (first != nullptr && course.outcome == LessonOutcome::open && !question.goals.empty()) {
    text_in(context.theme.small_text, color::accent,
            first->answer == task_shown ? "Shown to you before" : "Done before");
    record_item(context.state, "lesson.done_before");
  }
}

void draw_question(const PanelContext& context, const LessonQuestion& question) {
  heading(context.theme, question.goals.empty() ? "Predict" : "Do it");
  draw_first_time(context, question);
  wrapped_text_in(context.theme.text, color::text, text_now(context.state, question.text));
  if (!question.choices.empty()) {
    draw_choices(context, question);
  } else if (question.goals.empty()) {
    draw_answer_field(context);
  } else if (context.state.course.outcome != LessonOutcome::right) {
    if (link_button(context.theme, "Show me")) {
      show_solution(context.state);
    }
    describe_item(context, "lesson.show_me", "Performs the task.");
  }
  draw_hint_button(context, question);
  // Scrolls the response to an answer, or the hint, into view; if it is long, only its beginning.
  const Course& course = context.state.course;
  const bool is_said = course.outcome != LessonOutcome::open || course.is_hint_shown || !course.refusal.empty();
  if (is_said && course.frames_to_look > 0) {
    ImGui::SetScrollHereY(0);
  }
  draw_outcome(context, question);
}

void draw_step_buttons(const PanelContext& context, const Lesson& lesson) {
  State& state = context.state;
  ImGui::Separator();
  // All four fit into a narrow panel.
  const ImVec2 extent{std::min(context.theme(72), column_width(4, ImGui::GetStyle().ItemSpacing.x)), 0};
  ImGui::BeginDisabled(state.course.step == 0);
  if (ImGui::Button("Back", extent)) {
    go_to_step(state, state.course.step - 1);
  }
  ImGui::EndDisabled();
  describe_item(context, "lesson.back", "Returns to the start of the previous step; your answers are kept.");
  ImGui::SameLine();
  const bool is_last = state.course.step + 1 == lesson.steps.size();
  const bool skips = awaits_first_answer(state.course);
  const char* const effect = is_last ? "Ends the lesson and restores the previous setup." : "Opens the next step.";
  ImGui::BeginDisabled(skips);
  if (primary_button(is_last ? "Finish###next" : "Next###next", extent)) {
    go_to_step(state, state.course.step + 1);
  }
  ImGui::EndDisabled();
  describe_item(context, "lesson.next", skips ? "Answer the question, or skip it." : effect);
  ImGui::SameLine();
  if (ImGui::Button("Leave", extent)) {
    leave_lesson(state);
  }
  describe_item(context, "lesson.leave",
                "Returns to the list and restores the previous setup; the lesson resumes here next time.");
  // Where no other button was: a second click on Next must not skip a question for good.
  if (skips) {
    ImGui::SameLine();
    if (ImGui::Button("Skip", extent)) {
      go_to_step(state, state.course.step + 1);
    }
    describe_item(context, "lesson.skip",
                  fmt::format("{} The question counts as skipped: a later answer does not count.", effect));
  }
}

void draw_step(const PanelContext& context) {
  const Course& course = context.state.course;
  const Lesson& lesson = course.lessons[*course.lesson];
  // A button may have removed the steps.
  const LessonStep step = lesson.steps[course.step];
  // The buttons stay visible below the scrolling part.
  const float buttons = ImGui::GetFrameHeightWithSpacing() + context.theme(6);
  const float room = std::max(ImGui::GetContentRegionAvail().y - buttons, context.theme(80));
  const bool is_asked = !step.question.is_empty();
  // The question also stays visible: it takes the space that it needs, as long as part of the text remains.
  float& question_height = *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("question_height"), 0.4F * room);
  // The explanation is what matters after an answer, but some lines of the text stay visible in a low window.
  const float share = (course.outcome == LessonOutcome::open ? 0.65F : 0.75F) * room;
  const float lines = (course.outcome == LessonOutcome::open ? 6.0F : 4.0F) * ImGui::GetTextLineHeight();
  const float most = std::max(std::min(share, room - lines), 0.4F * room);
  const float question_room = is_asked ? std::clamp(question_height, context.theme(40), most) : 0;
  const float gap = is_asked ? ImGui::GetStyle().ItemSpacing.y : 0;
  begin_part("step", {0, room - question_room - gap});
  // As written: other languages have letters that heading() cannot capitalize.
  wrapped_text_in(context.theme.heading, color::text_dim, lesson.title);
  text_in(context.theme.small_text, color::text_dim,
          "Step " + std::to_string(course.step + 1) + " of " + std::to_string(lesson.steps.size()));
  if (state_of_step(lesson, course.step) != "{}") {
    ImGui::SameLine(0, context.theme(8));
    if (link_button(context.theme, "Restore setup")) {
      show_setup(context.state);
    }
    describe_item(context, "lesson.setup", "Restores the lab to the state in which this step set it up.");
  }
  wrapped_text_in(context.theme.text, color::accent, step.title);
  for (const std::string& paragraph : step.paragraphs) {
    draw_paragraph(context, paragraph_now(context.state, step, paragraph));
    ImGui::Spacing();
  }
  const float text_height = ImGui::GetCursorPosY();
  if (!is_asked) {
    draw_sources(context);
  }
  ImGui::EndChild();
  if (is_asked) {
    begin_part("question", {0, question_room});
    draw_question(context, step.question);
    question_height = ImGui::GetCursorPosY() + context.theme(2);
    // Reserves the space of the hint, so that the field does not move when the hint appears, unless the text needs that
    // space.
    if (course.outcome == LessonOutcome::open && !course.is_hint_shown) {
      const float reserved = hint_height(context, step.question);
      question_height += text_height + gap + question_height + reserved <= room ? reserved : 0;
    }
    ImGui::EndChild();
    record_item(context.state, "lesson.question");
  }
  draw_step_buttons(context, lesson);
}

}  // namespace

void draw_course(const PanelContext& context) {
  if (begin_panel(context, &PanelArrangement::lessons)) {
    Course& course = context.state.course;
    read_course(course);
    if (!course.error.empty()) {
      wrapped_text_in(context.theme.text, color::error, course.error);
    }
    if (course.lesson) {
      draw_step(context);
    } else {
      draw_lesson_list(context);
    }
    end_panel();
  }
  // Hiding the panel must not reveal an answer.
  draw_step_marks(context.state, context.theme, context.regions);
}

}  // namespace texelscope::app
