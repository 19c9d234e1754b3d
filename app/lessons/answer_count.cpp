#include "app/lessons/answer_count.h"

#include <algorithm>
#include <map>
#include <utility>

#include "app/lessons/lesson_answer.h"

namespace texelscope::app {
namespace {

/// "4 sectors" as a number and its unit; all other texts have no unit.
struct Quantity {
  std::string_view value;
  std::string_view unit{};
};

Quantity quantity_of(std::string_view text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  std::size_t end = text.find_last_not_of(' ');
  std::size_t begin = end == std::string_view::npos ? 0 : end + 1;
  end = begin;
  while (begin > 0 && is_letter(text[begin - 1])) {
    --begin;
  }
  const std::string_view number = text.substr(0, begin);
  if (begin == end || !is_possible_answer(number, "0", "")) {
    return {text};
  }
  // "1 sector" has the unit of "4 sectors".
  const std::string_view unit = text.substr(begin, end - begin);
  return {number, unit.substr(0, unit.size() - (unit.ends_with('s') ? 1 : 0))};
}

std::vector<std::string_view> elements_of(std::string_view text) {
  constexpr std::string_view between = " \t,;()[]";
  std::vector<std::string_view> elements;
  while (true) {
    const std::size_t begin = text.find_first_not_of(between);
    if (begin == std::string_view::npos) {
      return elements;
    }
    text.remove_prefix(begin);
    const std::size_t end = std::min(text.find_first_of(between), text.size());
    elements.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

}  // namespace

bool has_same_value(std::string_view a, std::string_view b) {
  const Quantity first = quantity_of(a);
  const Quantity second = quantity_of(b);
  if (!first.unit.empty() && !second.unit.empty() && !is_same_answer(first.unit, second.unit)) {
    return false;
  }
  const std::vector<std::string_view> first_elements = elements_of(first.value);
  const std::vector<std::string_view> second_elements = elements_of(second.value);
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
