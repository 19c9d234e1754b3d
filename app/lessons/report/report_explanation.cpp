#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "app/lessons/course.h"
#include "app/lessons/lesson_facts.h"
#include "app/lessons/lesson_text.h"
#include "app/lessons/report/class_report.h"
#include "app/workspace/session.h"

namespace texelscope::app {
namespace {

ReportTable known_text(const std::string& text) { return text.empty() ? ReportTable() : ReportTable(text); }

/// Fills in a step of a lesson that students have begun.
void explain_step(ReportTable& row, const Lesson& lesson, std::size_t index, const std::string& language,
                  const std::function<State()>& fresh_state, const gpu::Device& device) {
  const LessonStep& step = lesson.steps[index];
  State state = fresh_state();
  state.device = device;
  state.course.language = language;
  take_session_part(state_of_step(lesson, index), state);
  const LessonFacts facts = facts_of(step, device);
  row["question"] = known_text(resolved(step.question.text, facts, state));
  row["right_answer"] = known_text(resolved(step.question.answer, facts, state));
  for (ReportTable& wrong : row.at("wrong_answers")) {
    wrong["mistake"] = known_text(mistake_behind(step.question, text_of(wrong, "answer"), facts, state));
  }
}

/// The reason why a step of the report does not match the course; empty if it does. Counts the attempts at other
/// versions of its question.
std::string difference(ReportTable& row, const Lesson& lesson) {
  const std::size_t step = count_of(row, "step");
  if (step > lesson.steps.size()) {
    return fmt::format("the course's lesson has only {} steps", lesson.steps.size());
  }
  const LessonQuestion& question = lesson.steps[step - 1].question;
  if (question.is_empty() || question.answer.empty() != (row.at("kind") == name_of(StepKind::task))) {
    return "the course's lesson has a different question";
  }
  set_changed(row, question_identity(lesson.steps[step - 1]));
  return changed_text(row);
}

}  // namespace

std::string changed_text(const ReportTable& step) {
  return step.at("changed").is_null()
             ? ""
             : fmt::format("{} of {} first attempts were made before the {} changed", count_of(step, "changed"),
                           count_of(step, "answered") + count_of(step, "done") + count_of(step, "shown"),
                           text_of(step, "kind"));
}

void explain_report(ReportTable& report, const LessonCourse& course, const std::function<State()>& fresh_state) {
  const gpu::Device device = gpu::Device::open({});
  for (std::size_t i = 0; i < report.at("lessons").size(); ++i) {
    ReportTable& reported = report["lessons"][i];
    const std::string name = text_of(reported, "lesson");
    const auto lesson = std::ranges::find(course.lessons, name, &Lesson::name);
    if (lesson == course.lessons.end()) {
      report["not_explained"].push_back(
          fmt::format("{}: not a lesson of '{}'; specify its course with --course", name, course.title));
      continue;
    }
    reported["title"] = lesson->title;
    for (ReportTable& row : report.at("steps")) {
      if (row.at("lesson") != name) {
        continue;
      }
      const std::size_t step = count_of(row, "step");
      std::string fault = difference(row, *lesson);
      try {
        if (fault.empty()) {
          row["title"] = known_text(lesson->steps[step - 1].title);
        }
        if (fault.empty() && is_begun(report, i)) {
          explain_step(row, *lesson, step - 1, course.language, fresh_state, device);
        }
      } catch (const std::exception& error) {
        fault = error.what();
      }
      if (!fault.empty()) {
        report["not_explained"].push_back(fmt::format("{}, step {}: {}", name, step, fault));
      }
    }
  }
  report["discuss"] = steps_to_discuss(report);
}

}  // namespace texelscope::app
