#include "app/lessons/report/report_explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "app/lessons/course.h"
#include "app/lessons/lesson_facts.h"
#include "app/lessons/lesson_text.h"
#include "app/lessons/question_identity.h"
#include "app/workspace/session.h"

namespace texelscope::app {
namespace {

void explain_step(StepScore& score, const Lesson& lesson, bool is_begun, const std::string& language,
                  const std::function<State()>& fresh_state, const gpu::Device& device) {
  const LessonStep& step = lesson.steps[score.step - 1];
  score.title = step.title;
  // Only lessons that the class has begun are computed.
  if (!is_begun) {
    return;
  }
  State state = fresh_state();
  state.device = device;
  state.course.language = language;
  take_session_part(state_of_step(lesson, score.step - 1), state);
  const LessonFacts facts = facts_of(step, device);
  score.question = resolved(step.question.text, facts, state);
  score.right_answer = resolved(step.question.answer, facts, state);
  for (WrongAnswer& wrong : score.wrong_answers) {
    wrong.mistake = mistake_behind(step.question, wrong.answer.answer, facts, state);
  }
}

/// The reason why a step of the report does not match the course; empty if it does. Counts the attempts at other
/// versions of its question.
std::string difference(StepScore& score, const Lesson& lesson) {
  if (score.step > lesson.steps.size()) {
    return fmt::format("the course's lesson has only {} steps", lesson.steps.size());
  }
  const LessonQuestion& question = lesson.steps[score.step - 1].question;
  const bool is_task = score.kind == StepKind::task;
  if (question.is_empty() || question.answer.empty() != is_task) {
    return "the course's lesson has a different question";
  }
  score.changed = 0;
  for (const auto& [version, count] : score.versions) {
    score.changed += version != question_identity(lesson.steps[score.step - 1]) ? count : 0;
  }
  return score.changed == 0 ? "" : changed_text(score);
}

}  // namespace

std::string changed_text(const StepScore& score) {
  return fmt::format("{} of {} first attempts were made before {} changed", score.changed, score.attempts(),
                     score.kind == StepKind::task ? "the task" : "the question");
}

std::vector<std::string> explain_report(ClassReport& report, const LessonCourse& course,
                                        const std::function<State()>& fresh_state) {
  std::vector<std::string> faults;
  const gpu::Device device = gpu::Device::open({});
  for (std::size_t i = 0; i < report.lessons.size(); ++i) {
    ReportedLesson& reported = report.lessons[i];
    const bool is_begun =
        std::ranges::any_of(report.students, [&](const StudentScore& student) { return student.lessons[i].is_begun; });
    const auto lesson = std::ranges::find(course.lessons, reported.name, &Lesson::name);
    if (lesson == course.lessons.end()) {
      faults.push_back(
          fmt::format("{}: not a lesson of '{}'; specify its course with --course", reported.name, course.title));
      continue;
    }
    reported.title = lesson->title;
    for (StepScore& score : reported.steps) {
      std::string fault = difference(score, *lesson);
      try {
        if (fault.empty()) {
          explain_step(score, *lesson, is_begun, course.language, fresh_state, device);
        }
      } catch (const std::exception& error) {
        fault = error.what();
      }
      if (!fault.empty()) {
        faults.push_back(fmt::format("{}, step {}: {}", reported.name, score.step, fault));
      }
    }
  }
  return faults;
}

}  // namespace texelscope::app
