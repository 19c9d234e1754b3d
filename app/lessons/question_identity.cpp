#include "app/lessons/question_identity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace texelscope::app {
namespace {

/// Fowler, Noll, Vo: "The FNV Non-Cryptographic Hash Algorithm" (RFC 9923), FNV-1a with 64 bits.
class TextHash {
 public:
  /// With its end, so that "ab", "c" differs from "a", "bc".
  void add(std::string_view text) {
    for (const char character : text) {
      add_byte(static_cast<unsigned char>(character));
    }
    add_byte(0);
  }
  [[nodiscard]] std::string digits() const { return fmt::format("{:016x}", hash_); }

 private:
  void add_byte(unsigned char byte) { hash_ = (hash_ ^ byte) * 0x100000001b3U; }

  std::uint64_t hash_ = 0xcbf29ce484222325U;
};

/// "{tensor.strides}" by the computation and its arguments, because their name may change.
void add_answer(TextHash& hash, const LessonStep& step) {
  const std::string_view answer = step.question.answer;
  const std::size_t dot = answer.find('.');
  const auto computation = std::ranges::find_if(step.computations, [&](const LessonComputation& one) {
    return answer.starts_with('{') && dot != std::string_view::npos && answer.substr(1, dot - 1) == one.name;
  });
  if (computation == step.computations.end()) {
    hash.add(answer);
    return;
  }
  hash.add(computation->kind);
  hash.add(computation->arguments);
  hash.add(answer.substr(dot));
}

}  // namespace

std::string question_identity(const LessonStep& step) {
  const LessonQuestion& question = step.question;
  if (question.is_empty()) {
    return "";
  }
  TextHash hash;
  hash.add(question.text);
  for (const std::string& choice : question.choices) {
    hash.add(choice);
  }
  add_answer(hash, step);
  for (const LessonGoal& goal : question.goals) {
    hash.add(goal.path);
    hash.add(goal.value);
  }
  return hash.digits();
}

const FirstAnswer* first_answer_to(const LessonProgress& progress, const Lesson& lesson, std::size_t step) {
  const auto first = progress.first_answers.find(step);
  if (first == progress.first_answers.end() || step >= lesson.steps.size()) {
    return nullptr;
  }
  const std::string& question = first->second.question;
  return question.empty() || question == question_identity(lesson.steps[step]) ? &first->second : nullptr;
}

}  // namespace texelscope::app
