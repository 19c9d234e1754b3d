#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/lessons/report/class_report.h"

namespace texelscope::app {

/// A question that a class should discuss, because students share a misconception or skipped the question.
struct DiscussedStep {
  /// From 1, in the report.
  std::size_t lesson_number = 1;
  std::string lesson;
  std::size_t step = 1;
  std::size_t answered = 0;
  std::size_t wrong = 0;
  std::size_t skipped = 0;
  /// The number of students with the most frequent misconception. Counts different answers together if the lesson names
  /// the same misconception for them.
  std::size_t sharing = 0;
  /// The most frequent answer with that misconception; empty if no answer is wrong.
  std::string answer;
  /// Why it is wrong, from the lesson; empty if unknown.
  std::string mistake;
};

/// The questions that students answered wrongly or skipped: first those in which the most students share one
/// misconception, then those with the most wrong answers, then those skipped most often; otherwise in the order of the
/// report.
[[nodiscard]] std::vector<DiscussedStep> steps_to_discuss(const ClassReport& report);

}  // namespace texelscope::app
