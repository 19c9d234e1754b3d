#include <algorithm>
#include <map>
#include <utility>

#include "app/lessons/lesson_answer.h"
#include "app/lessons/report/class_report.h"

namespace texelscope::app {
namespace {

/// A number and its unit in the singular; all other texts have no unit.
Quantity number_and_unit(std::string_view text) {
  const Quantity quantity = quantity_of(text);
  if (quantity.unit.empty() || !is_possible_answer(quantity.value, "0", "")) {
    return {text};
  }
  return {quantity.value, singular(quantity.unit)};
}

}  // namespace

bool has_same_value(std::string_view a, std::string_view b) {
  const Quantity first = number_and_unit(a);
  const Quantity second = number_and_unit(b);
  if (!first.unit.empty() && !second.unit.empty() && !is_same_answer(first.unit, second.unit)) {
    return false;
  }
  const std::vector<std::string> first_elements = elements_of(first.value);
  const std::vector<std::string> second_elements = elements_of(second.value);
  if (first_elements.size() > 1 && second_elements.size() > 1) {
    // Without blanks "1 12" and "11 2" would be one number.
    return std::ranges::equal(first_elements, second_elements, is_same_answer);
  }
  return is_right_answer(first.value, second.value, "") || is_right_answer(second.value, first.value, "");
}

std::vector<AnswerCount> count_answers(std::span<const std::string> answers) {
  std::map<std::string, std::size_t> spellings;
  for (const std::string& answer : answers) {
    ++spellings[answer];
  }
  struct Group {
    std::string first;
    AnswerCount shown;
    std::size_t most = 0;
  };
  std::vector<Group> groups;
  for (const auto& [answer, count] : spellings) {
    auto group = std::ranges::find_if(groups, [&](const Group& other) { return has_same_value(answer, other.first); });
    if (group == groups.end()) {
      groups.push_back({.first = answer, .shown = {}});
      group = groups.end() - 1;
    }
    group->shown.count += count;
    if (count > group->most) {
      group->most = count;
      group->shown.answer = answer;
    }
  }
  std::vector<AnswerCount> counts;
  for (Group& group : groups) {
    counts.push_back(std::move(group.shown));
  }
  std::ranges::sort(counts, [](const AnswerCount& a, const AnswerCount& b) {
    return a.count != b.count ? a.count > b.count : a.answer < b.answer;
  });
  return counts;
}

}  // namespace texelscope::app
