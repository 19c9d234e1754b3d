#include "app/lessons/lesson_file.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string_view>

#include "app/files/assets.h"
#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/json_entries.h"
#include "app/text/json_depth.h"
#include "app/text/json_reason.h"

namespace texelscope::app {
namespace {

using OrderedJson = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr std::uintmax_t largest_lesson_bytes = 1 << 20;

/// A part of a session as its text; empty where there is none.
std::string part_of(const OrderedJson& json, const char* name) {
  return json.contains(name) ? json.at(name).dump() : "";
}

LessonQuestion question_from(const OrderedJson& json) {
  allow_only(json, {"text", "choices", "answer", "goals", "solution", "hint", "explanation"});
  LessonQuestion question{.text = json.at("text").get<std::string>(),
                          .choices = json.value("choices", std::vector<std::string>{}),
                          .answer = json.value("answer", ""),
                          .solution = part_of(json, "solution"),
                          .hint = json.at("hint").get<std::string>(),
                          .explanation = json.at("explanation").get<std::string>()};
  if (json.contains("goals")) {
    for (const auto& [path, value] : json.at("goals").items()) {
      question.goals.push_back({path, value.get<std::string>()});
    }
  }
  if (question.answer.empty() == question.goals.empty()) {
    throw FileError("a question has either an answer or goals");
  }
  if (question.goals.empty() != question.solution.empty()) {
    throw FileError("goals need a solution, and answers have none");
  }
  return question;
}

LessonStep step_from(const OrderedJson& json) {
  allow_only(json, {"title", "text", "state", "look_at", "compute", "question"});
  LessonStep step{.title = json.at("title").get<std::string>(),
                  .paragraphs = json.at("text").get<std::vector<std::string>>(),
                  .state = part_of(json, "state"),
                  .look_at = json.value("look_at", "")};
  if (json.contains("compute")) {
    for (const auto& [name, computation] : json.at("compute").items()) {
      if (!computation.is_object() || computation.size() != 1) {
        throw FileError(fmt::format("compute '{}' must be one object of a kind: {{\"layout\": {{…}}}}", name));
      }
      step.computations.push_back({name, computation.begin().key(), computation.begin().value().dump()});
    }
  }
  if (json.contains("question")) {
    step.question = question_from(json.at("question"));
  }
  return step;
}

OrderedJson read_json(const fs::path& path) {
  const std::vector<std::byte> bytes = read_file(path, largest_lesson_bytes);
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (is_nested_too_deep(text)) {
    throw FileError(fmt::format("it is nested deeper than {} levels", max_json_depth));
  }
  return OrderedJson::parse(text);
}

/// Names the file in what `read` throws.
template <class Read>
auto of_file(const fs::path& path, Read&& read) {
  try {
    return read();
  } catch (const nlohmann::json::exception& error) {
    throw FileError(fmt::format("cannot read the lesson {}: {}", path.string(), json_reason(error)));
  } catch (const FileError& error) {
    throw FileError(fmt::format("cannot read the lesson {}: {}", path.string(), error.what()));
  }
}

}  // namespace

Lesson load_lesson(const fs::path& path) {
  return of_file(path, [&] {
    const OrderedJson json = read_json(path);
    allow_only(json, {"texelscope_lesson", "title", "summary", "steps"});
    if (!json.contains("texelscope_lesson") || json.at("texelscope_lesson") != 1) {
      throw FileError("it is no texelscope lesson of version 1");
    }
    Lesson lesson{.name = path.stem().string(),
                  .title = json.at("title").get<std::string>(),
                  .summary = json.at("summary").get<std::string>(),
                  .steps = {}};
    for (const OrderedJson& step : json.at("steps")) {
      lesson.steps.push_back(step_from(step));
    }
    if (lesson.steps.empty()) {
      throw FileError("it has no steps");
    }
    return lesson;
  });
}

std::vector<Lesson> load_lessons() {
  const auto list = find_asset("lessons/lessons.json");
  if (!list) {
    throw FileError("the lessons are not there: assets/lessons/lessons.json; install the program's assets");
  }
  const auto names = of_file(*list, [&] { return read_json(*list).at("lessons").get<std::vector<std::string>>(); });
  std::vector<Lesson> lessons;
  for (const std::string& name : names) {
    lessons.push_back(load_lesson(list->parent_path() / (name + ".json")));
  }
  return lessons;
}

}  // namespace texelscope::app
