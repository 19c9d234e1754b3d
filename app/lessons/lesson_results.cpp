#include "app/lessons/lesson_results.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <ctime>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/json_entry.h"
#include "app/files/json_text.h"
#include "app/lessons/course_file.h"
#include "app/text/escape.h"

namespace texelscope::app {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::uintmax_t max_results_bytes = 1 << 20;
constexpr std::size_t max_name_bytes = 200;
constexpr std::int64_t max_step = 100'000;

/// A name of a stranger's file; one that shows nothing names nobody.
std::string name_from(const JsonEntry& json) {
  std::string name = shown_line(json.text(), max_name_bytes);
  const std::size_t begin = name.find_first_not_of(' ');
  if (begin == std::string::npos) {
    json.fail("give a name");
  }
  return name.substr(begin, name.find_last_not_of(' ') - begin + 1);
}

StepResult step_result_from(const JsonEntry& json) {
  json.allow_only({"step", "answer", "is_right"});
  return {.step = static_cast<std::size_t>(json.at("step").whole_number(1, max_step)),
          .answer = shown_line(json.at("answer").text(), max_answer_bytes),
          .is_right = json.at("is_right").flag()};
}

LessonResult lesson_result_from(const JsonEntry& json) {
  json.allow_only({"lesson", "is_finished", "steps"});
  LessonResult result{
      .lesson = name_from(json.at("lesson")), .is_finished = json.at("is_finished").flag(), .steps = {}};
  std::set<std::size_t> steps;
  for (const JsonEntry& step : json.at("steps").elements()) {
    result.steps.push_back(step_result_from(step));
    if (!steps.insert(result.steps.back().step).second) {
      step.at("step").fail("the lesson has a first answer to this step already");
    }
  }
  return result;
}

LessonResults results_from(const JsonEntry& json) {
  if (const auto version = json.find("texelscope_lesson_results"); !version || version->json() != 1) {
    throw FileError("it has no texelscope results of lessons of version 1");
  }
  json.allow_only({"texelscope_lesson_results", "student", "course", "saved", "lessons"});
  LessonResults results{.student = name_from(json.at("student")),
                        .course = name_from(json.at("course")),
                        .saved = name_from(json.at("saved")),
                        .lessons = {}};
  const JsonEntry list = json.at("lessons");
  const std::vector<JsonEntry> entries = list.elements();
  if (entries.size() > max_course_lessons) {
    list.fail(fmt::format("a course has {} lessons at most", max_course_lessons));
  }
  std::set<std::string> lessons;
  for (const JsonEntry& lesson : entries) {
    results.lessons.push_back(lesson_result_from(lesson));
    if (!lessons.insert(results.lessons.back().lesson).second) {
      lesson.at("lesson").fail("the results of this lesson are there already");
    }
  }
  return results;
}

}  // namespace

LessonResults results_of(const Course& course, std::string saved) {
  LessonResults results{.student = course.student, .course = course.title, .saved = std::move(saved), .lessons = {}};
  for (const Lesson& lesson : course.lessons) {
    const auto progress = course.progress.find(lesson.name);
    if (progress == course.progress.end()) {
      continue;
    }
    LessonResult result{.lesson = lesson.name, .is_finished = progress->second.is_finished, .steps = {}};
    for (const auto& [step, first] : progress->second.first_answers) {
      result.steps.push_back({.step = step + 1, .answer = first.answer, .is_right = first.is_right});
    }
    results.lessons.push_back(std::move(result));
  }
  return results;
}

std::string time_of_results() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now));
}

std::string results_text(const LessonResults& results) {
  OrderedJson lessons = OrderedJson::array();
  for (const LessonResult& lesson : results.lessons) {
    OrderedJson steps = OrderedJson::array();
    for (const StepResult& step : lesson.steps) {
      steps.push_back({{"step", step.step}, {"answer", step.answer}, {"is_right", step.is_right}});
    }
    lessons.push_back({{"lesson", lesson.lesson}, {"is_finished", lesson.is_finished}, {"steps", std::move(steps)}});
  }
  const OrderedJson json{{"texelscope_lesson_results", 1},
                         {"student", results.student},
                         {"course", results.course},
                         {"saved", results.saved},
                         {"lessons", std::move(lessons)}};
  // Typed text may not be valid UTF-8.
  return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + '\n';
}

LessonResults load_results(const std::filesystem::path& path) {
  try {
    const std::vector<std::byte> bytes = read_file(path, max_results_bytes);
    const OrderedJson json = parse_json({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    return results_from(JsonEntry(json));
  } catch (const FileError& error) {
    throw FileError(fmt::format("cannot read the results {}: {}", path.string(), error.what()));
  }
}

}  // namespace texelscope::app
