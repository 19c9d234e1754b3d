#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace texelscope::app {

/// An answer of a class, and its frequency.
struct AnswerCount {
  /// In the most frequent spelling.
  std::string answer;
  std::size_t count = 0;
  bool operator==(const AnswerCount&) const = default;
};

/// Whether two answers to one question have the same value, such as "4" and "4 sectors", or "(10, 1)" and "10 1".
/// Answers with different units do not.
[[nodiscard]] bool has_same_value(std::string_view a, std::string_view b);

/// The answers to one question, grouped by value: most frequent first, ties in alphabetical order.
[[nodiscard]] std::vector<AnswerCount> count_answers(std::span<const std::string> answers);

}  // namespace texelscope::app
