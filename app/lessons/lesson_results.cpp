#include "app/lessons/lesson_results.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/json_entry.h"
#include "app/files/json_text.h"
#include "app/lessons/course.h"
#include "app/lessons/course_file.h"
#include "app/text/escape.h"

namespace texelscope::app {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::uintmax_t max_results_bytes = 1 << 20;
constexpr std::size_t max_name_bytes = 200;
constexpr std::size_t max_question_bytes = 40;
constexpr std::int64_t max_step = 100'000;

/// A name from an untrusted file, which must have a visible character.
std::string name_from(const JsonEntry& json) {
  std::string name = shown_line(json.text(max_results_bytes), max_name_bytes);
  const std::size_t begin = name.find_first_not_of(' ');
  if (begin == std::string::npos) {
    json.fail("use a name that is not blank");
  }
  return name.substr(begin, name.find_last_not_of(' ') - begin + 1);
}

constexpr std::array<std::string_view, 2> step_kinds{"question", "task"};
constexpr std::array<std::string_view, 6> step_outcomes{"open", "skipped", "wrong", "right", "shown", "done"};

/// The value that the file names, by its index in `names`.
template <class Value>
Value named(const JsonEntry& json, std::span<const std::string_view> names) {
  const auto found = std::ranges::find(names, json.text());
  if (found == names.end()) {
    json.fail(fmt::format("use one of: {}", fmt::join(names, ", ")));
  }
  return static_cast<Value>(found - names.begin());
}

bool has_answer(StepOutcome outcome) { return outcome == StepOutcome::wrong || outcome == StepOutcome::right; }

/// Whether a step of this kind can have this outcome.
bool is_outcome_of(StepKind kind, StepOutcome outcome) {
  const bool is_of_task = outcome == StepOutcome::shown || outcome == StepOutcome::done;
  return kind == StepKind::task ? !has_answer(outcome) : !is_of_task;
}

StepResult step_result_from(const JsonEntry& json) {
  json.allow_only({"step", "kind", "outcome", "answer", "question"});
  StepResult result{.step = static_cast<std::size_t>(json.at("step").whole_number(1, max_step)),
                    .kind = named<StepKind>(json.at("kind"), step_kinds),
                    .outcome = named<StepOutcome>(json.at("outcome"), step_outcomes)};
  if (!is_outcome_of(result.kind, result.outcome)) {
    json.at("outcome").fail("only questions can be right or wrong, and only tasks can be done or shown");
  }
  if (has_answer(result.outcome)) {
    result.answer = shown_line(json.at("answer").text(max_results_bytes), max_answer_bytes);
  } else if (const auto answer = json.find("answer")) {
    answer->fail("an answer does not match this outcome");
  }
  result.question = shown_line(json.text_or("question", ""), max_question_bytes);
  return result;
}

LessonResult lesson_result_from(const JsonEntry& json) {
  json.allow_only({"lesson", "title", "is_begun", "is_finished", "steps"});
  LessonResult result{.lesson = name_from(json.at("lesson")),
                      .title = name_from(json.at("title")),
                      .is_begun = json.at("is_begun").flag(),
                      .is_finished = json.at("is_finished").flag()};
  std::set<std::size_t> steps;
  for (const JsonEntry& step : json.at("steps").elements()) {
    result.steps.push_back(step_result_from(step));
    if (!steps.insert(result.steps.back().step).second) {
      step.at("step").fail("the lesson has this step twice");
    }
  }
  return result;
}

LessonResults results_from(const JsonEntry& json) {
  if (const auto version = json.find("texelscope_lesson_results"); !version || version->json() != 1) {
    throw FileError("it is not a version 1 results file");
  }
  json.allow_only({"texelscope_lesson_results", "student", "course", "is_built_in", "saved", "lessons"});
  LessonResults results{.student = name_from(json.at("student")),
                        .course = name_from(json.at("course")),
                        .is_built_in = json.at("is_built_in").flag(),
                        .saved = name_from(json.at("saved"))};
  const JsonEntry list = json.at("lessons");
  const std::vector<JsonEntry> entries = list.elements();
  if (entries.size() > max_course_lessons) {
    list.fail(fmt::format("a course has at most {} lessons", max_course_lessons));
  }
  std::set<std::string> lessons;
  for (const JsonEntry& lesson : entries) {
    results.lessons.push_back(lesson_result_from(lesson));
    if (!lessons.insert(results.lessons.back().lesson).second) {
      lesson.at("lesson").fail("the file has this lesson twice");
    }
  }
  return results;
}

/// Number of steps from the lesson's start that the learner has done or skipped.
std::size_t steps_passed(const LessonProgress& progress, std::size_t steps) {
  if (progress.is_finished) {
    return steps;
  }
  std::size_t passed = progress.step;
  for (const auto& [step, first] : progress.first_answers) {
    // The lesson may have lost steps since.
    passed = step < steps ? std::max(passed, step + 1) : passed;
  }
  return passed;
}

StepOutcome outcome_of(const LessonQuestion& question, const FirstAnswer& first) {
  if (first.is_skipped) {
    return StepOutcome::skipped;
  }
  if (question.answer.empty()) {
    return first.is_right ? StepOutcome::done : StepOutcome::shown;
  }
  return first.is_right ? StepOutcome::right : StepOutcome::wrong;
}

LessonResult result_of(const Lesson& lesson, const LessonProgress* progress) {
  LessonResult result{.lesson = lesson.name,
                      .title = lesson.title,
                      .is_begun = progress != nullptr,
                      .is_finished = progress != nullptr && progress->is_finished};
  const std::size_t passed = progress == nullptr ? 0 : steps_passed(*progress, lesson.steps.size());
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const LessonQuestion& question = lesson.steps[i].question;
    if (question.is_empty()) {
      continue;
    }
    StepResult& step = result.steps.emplace_back();
    step.step = i + 1;
    step.question = question_identity(lesson.steps[i]);
    step.kind = question.answer.empty() ? StepKind::task : StepKind::question;
    step.outcome = i < passed ? StepOutcome::skipped : StepOutcome::open;
    if (progress == nullptr) {
      continue;
    }
    if (const FirstAnswer* const first = first_answer_to(*progress, lesson, i)) {
      step.outcome = outcome_of(question, *first);
      step.answer = has_answer(step.outcome) ? first->answer : "";
    }
  }
  return result;
}

}  // namespace

std::string_view name_of(StepKind kind) { return step_kinds.at(static_cast<std::size_t>(kind)); }

std::string_view name_of(StepOutcome outcome) { return step_outcomes.at(static_cast<std::size_t>(outcome)); }

LessonResults results_of(const Course& course, std::string saved) {
  LessonResults results{
      .student = course.student, .course = course.title, .is_built_in = course.file.empty(), .saved = std::move(saved)};
  for (const Lesson& lesson : course.lessons) {
    const auto progress = course.progress.find(lesson.name);
    results.lessons.push_back(result_of(lesson, progress == course.progress.end() ? nullptr : &progress->second));
  }
  return results;
}

std::string results_text(const LessonResults& results) {
  OrderedJson lessons = OrderedJson::array();
  for (const LessonResult& lesson : results.lessons) {
    OrderedJson steps = OrderedJson::array();
    for (const StepResult& step : lesson.steps) {
      OrderedJson json{{"step", step.step}, {"kind", name_of(step.kind)}, {"outcome", name_of(step.outcome)}};
      if (has_answer(step.outcome)) {
        json["answer"] = step.answer;
      }
      if (!step.question.empty()) {
        json["question"] = step.question;
      }
      steps.push_back(std::move(json));
    }
    lessons.push_back({{"lesson", lesson.lesson},
                       {"title", lesson.title},
                       {"is_begun", lesson.is_begun},
                       {"is_finished", lesson.is_finished},
                       {"steps", std::move(steps)}});
  }
  const OrderedJson json{{"texelscope_lesson_results", 1}, {"student", results.student},
                         {"course", results.course},       {"is_built_in", results.is_built_in},
                         {"saved", results.saved},         {"lessons", std::move(lessons)}};
  // Typed text may not be valid UTF-8.
  return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + '\n';
}

LessonResults load_results(const std::filesystem::path& path) {
  LessonResults results;
  read_json_file("results", path, max_results_bytes, [&](const JsonEntry& json) { results = results_from(json); });
  return results;
}

}  // namespace texelscope::app
