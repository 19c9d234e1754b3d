#include "app/lessons/course_file.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/json_entry.h"
#include "app/files/json_text.h"
#include "app/workspace/session.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

/// A part of a session as text; empty if there is none.
std::string part_of(const JsonEntry& json, std::string_view name) {
  const auto part = json.find(name);
  if (!part) {
    return "";
  }
  std::string text = part->json().dump();
  try {
    // The window reads it in each frame.
    static_cast<void>(parse_json(text, max_session_depth));
  } catch (const FileError&) {
    part->fail_for(fmt::format("nested deeper than {} levels", max_session_depth));
  }
  return text;
}

/// Refuses an optional list or object with more entries.
void allow_at_most(std::size_t count, const JsonEntry& json, std::string_view name) {
  if (const auto entries = json.find(name)) {
    entries->allow_at_most(count);
  }
}

/// The bytes of the texts that a learner reads.
std::size_t text_bytes(const LessonStep& step) {
  const LessonQuestion& question = step.question;
  std::size_t bytes = question.text.size() + question.hint.size() + question.explanation.size();
  for (const std::vector<std::string>* const texts : {&step.paragraphs, &question.choices, &step.sources}) {
    for (const std::string& text : *texts) {
      bytes += text.size();
    }
  }
  for (const LessonMistake& mistake : question.mistakes) {
    bytes += mistake.answer.size() + mistake.explanation.size();
  }
  return bytes;
}

LessonQuestion question_from(const JsonEntry& json) {
  json.allow_only({"text", "choices", "answer", "tolerance", "mistakes", "hidden", "also_drawn", "predicts_at", "goals",
                   "solution", "hint", "explanation"});
  allow_at_most(max_question_choices, json, "choices");
  allow_at_most(max_question_mistakes, json, "mistakes");
  LessonQuestion question{.text = json.at("text").text(max_paragraph_bytes),
                          .choices = json.texts_or_none("choices"),
                          .answer = json.text_or("answer", ""),
                          .tolerance = json.number_or("tolerance", 0),
                          .hidden = json.texts_or_none("hidden"),
                          .solution = part_of(json, "solution"),
                          .hint = json.at("hint").text(max_paragraph_bytes),
                          .explanation = json.at("explanation").text(max_paragraph_bytes)};
  if (const auto goals = json.find("goals")) {
    for (const auto& [path, value] : goals->members()) {
      question.goals.push_back({path, value.text()});
    }
  }
  if (const auto mistakes = json.find("mistakes")) {
    for (const auto& [answer, explanation] : mistakes->members()) {
      question.mistakes.push_back({answer, explanation.text(max_paragraph_bytes)});
    }
  }
  if (json.find("predicts_at")) {
    question.predicts_at = json.number_or("predicts_at", 0);
  }
  if (const auto also_drawn = json.find("also_drawn")) {
    for (const auto& [widget, reason] : also_drawn->members()) {
      question.also_drawn[widget] = reason.text();
    }
  }
  if (question.answer.empty() == question.goals.empty()) {
    json.fail_for("a question requires either an answer or goals");
  }
  if (!(question.tolerance >= 0)) {
    json.at("tolerance").fail("use a number of at least 0");
  }
  if (question.goals.empty() != question.solution.empty()) {
    json.fail_for("goals require a solution; answers have none");
  }
  if (question.answer.empty() && !(question.mistakes.empty() && question.hidden.empty())) {
    json.fail_for("a question with goals cannot have \"mistakes\" or \"hidden\"");
  }
  return question;
}

LessonStep step_from(const JsonEntry& json) {
  json.allow_only({"title", "text", "state", "look_at", "compute", "question", "sources"});
  LessonStep step{.title = json.at("title").text(),
                  .paragraphs = json.at("text").texts(max_paragraph_bytes),
                  .state = part_of(json, "state"),
                  .look_at = json.text_or("look_at", "")};
  allow_at_most(max_step_computations, json, "compute");
  if (const auto compute = json.find("compute")) {
    for (const auto& [name, computation] : compute->members()) {
      const auto kinds = computation.members();
      if (kinds.size() != 1) {
        computation.fail("use an object with one kind: {\"layout\": {…}}");
      }
      step.computations.push_back({name, kinds[0].first, kinds[0].second.json().dump()});
    }
  }
  if (const auto question = json.find("question")) {
    step.question = question_from(*question);
  }
  step.sources = json.texts_or_none("sources");
  if (const std::size_t bytes = text_bytes(step); bytes > max_step_text_bytes) {
    json.fail_for(fmt::format("its texts have {} bytes; use at most {}", bytes, max_step_text_bytes));
  }
  return step;
}

}  // namespace

Lesson load_lesson(const FilePlace& file) {
  Lesson lesson{.name = file.path.stem().string(), .title = {}, .summary = {}, .steps = {}};
  read_json_file("lesson", file, max_lesson_bytes, [&](const JsonEntry& json) {
    json.allow_only({"texelscope_lesson", "title", "summary", "steps"});
    if (const auto version = json.find("texelscope_lesson"); !version || version->json() != 1) {
      throw FileError("it is not a version 1 texelscope lesson");
    }
    lesson.title = json.at("title").text();
    lesson.summary = json.at("summary").text(max_paragraph_bytes);
    json.at("steps").allow_at_most(max_lesson_steps);
    for (const JsonEntry& step : json.at("steps").elements()) {
      lesson.steps.push_back(step_from(step));
    }
    if (lesson.steps.empty()) {
      throw FileError("it has no steps");
    }
  });
  return lesson;
}

}  // namespace texelscope::app
