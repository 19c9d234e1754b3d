#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "app/lessons/course.h"
#include "app/text/text_hash.h"

namespace texelscope::app {
namespace {

/// Adds a text and a terminator, so that "ab", "c" differs from "a", "bc".
void add(std::uint64_t& hash, std::string_view text) {
  constexpr std::string_view end{"\0", 1};
  hash = text_hash(end, text_hash(text, hash));
}

/// Adds an answer such as "{tensor.strides}" as its computation and arguments, because the name of the computation may
/// change.
void add_answer(std::uint64_t& hash, const LessonStep& step) {
  const std::string_view answer = step.question.answer;
  const std::size_t dot = answer.find('.');
  const auto computation = std::ranges::find_if(step.computations, [&](const LessonComputation& one) {
    return answer.starts_with('{') && dot != std::string_view::npos && answer.substr(1, dot - 1) == one.name;
  });
  if (computation == step.computations.end()) {
    add(hash, answer);
    return;
  }
  add(hash, computation->kind);
  add(hash, computation->arguments);
  add(hash, answer.substr(dot));
}

}  // namespace

std::string question_identity(const LessonStep& step) {
  const LessonQuestion& question = step.question;
  if (question.is_empty()) {
    return "";
  }
  std::uint64_t hash = text_hash({});
  add(hash, question.text);
  for (const std::string& choice : question.choices) {
    add(hash, choice);
  }
  add_answer(hash, step);
  for (const LessonGoal& goal : question.goals) {
    add(hash, goal.path);
    add(hash, goal.value);
  }
  return fmt::format("{:016x}", hash);
}

const FirstAnswer* first_answer_to(const LessonProgress& progress, const Lesson& lesson, std::size_t step) {
  const auto first = progress.first_answers.find(step);
  if (first == progress.first_answers.end() || step >= lesson.steps.size()) {
    return nullptr;
  }
  const std::string& question = first->second.question;
  return question.empty() || question == question_identity(lesson.steps[step]) ? &first->second : nullptr;
}

const FirstAnswer* first_answer_to(const Course& course, const Lesson& lesson, std::size_t step) {
  const auto progress = course.progress.find(lesson.name);
  return progress != course.progress.end() ? first_answer_to(progress->second, lesson, step) : nullptr;
}

}  // namespace texelscope::app
