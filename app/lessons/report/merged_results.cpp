#include <algorithm>

#include "app/lessons/report/class_report.h"

namespace texelscope::app {
namespace {

bool is_same_student(const LessonResults& a, const LessonResults& b) {
  return a.student == b.student && a.course == b.course && a.is_built_in == b.is_built_in;
}

/// Whether a later outcome of a step adds information to the known one.
bool adds_to(StepOutcome known, StepOutcome later) {
  return known == StepOutcome::open || (known == StepOutcome::skipped && later != StepOutcome::open);
}

/// Whether the later result is an attempt at a question that replaced the question of the known result.
bool is_of_new_question(const StepResult& known, const StepResult& later) {
  return is_attempted(later.outcome) && !known.question.empty() && !later.question.empty() &&
         known.question != later.question;
}

void add_lesson(LessonResult& lesson, const LessonResult& later) {
  lesson.is_begun |= later.is_begun;
  lesson.is_finished |= later.is_finished;
  for (const StepResult& step : later.steps) {
    const auto known = std::ranges::find(lesson.steps, step.step, &StepResult::step);
    if (known == lesson.steps.end()) {
      lesson.steps.push_back(step);
    } else if (adds_to(known->outcome, step.outcome) || is_of_new_question(*known, step)) {
      *known = step;
    }
  }
  std::ranges::stable_sort(lesson.steps, {}, &StepResult::step);
}

void add_results(LessonResults& results, const LessonResults& later) {
  for (const LessonResult& lesson : later.lessons) {
    const auto known = std::ranges::find(results.lessons, lesson.lesson, &LessonResult::lesson);
    if (known == results.lessons.end()) {
      results.lessons.push_back(lesson);
    } else {
      add_lesson(*known, lesson);
    }
  }
  results.saved = later.saved;
}

}  // namespace

MergedResults merge_results(std::span<const ResultsFile> files) {
  MergedResults all;
  for (const ResultsFile& file : files) {
    const auto is_this_student = [&](const LessonResults& results) { return is_same_student(results, file.results); };
    if (std::ranges::any_of(all.results, is_this_student)) {
      continue;
    }
    std::vector<const ResultsFile*> of_student;
    for (const ResultsFile& other : files) {
      if (is_this_student(other.results)) {
        of_student.push_back(&other);
      }
    }
    std::ranges::stable_sort(of_student, {}, [](const ResultsFile* one) { return one->results.saved; });
    LessonResults& results = all.results.emplace_back(of_student.front()->results);
    std::vector<std::string> names;
    for (const ResultsFile* const one : of_student) {
      names.push_back(one->name);
      if (one != of_student.front()) {
        add_results(results, one->results);
      }
    }
    if (names.size() > 1) {
      all.merged.push_back({{"student", results.student}, {"course", results.course}, {"files", names}});
    }
  }
  return all;
}

}  // namespace texelscope::app
