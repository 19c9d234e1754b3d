#include "app/labs/kernel/typing_steps.h"

#include <algorithm>
#include <utility>

namespace texelscope::app {
namespace {

constexpr double rest_seconds = 1;
/// The longest UTF-8 sequence.
constexpr std::size_t max_letter_bytes = 4;

bool is_blank(char letter) { return letter == ' ' || letter == '\n' || letter == '\t'; }

}  // namespace

std::size_t common_beginning(std::string_view a, std::string_view b) {
  return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

bool TypingSteps::begins(std::string_view before, std::string_view after, double now) {
  const std::size_t beginning = common_beginning(before, after);
  std::string_view removed = before.substr(beginning);
  std::string_view added = after.substr(beginning);
  while (!removed.empty() && !added.empty() && removed.back() == added.back()) {
    removed.remove_suffix(1);
    added.remove_suffix(1);
  }
  const bool is_removal = added.empty();
  const bool is_letter = removed.empty() != added.empty() && std::max(removed.size(), added.size()) <= max_letter_bytes;
  const bool begins_word =
      !added.empty() && !is_blank(added.front()) && beginning > 0 && is_blank(before[beginning - 1]);
  const bool has_rested = now - std::exchange(changed_at_, now) >= rest_seconds;
  const bool turns = std::exchange(was_removal_, is_removal) != is_removal;
  const bool follows_alone = std::exchange(stands_alone_, !is_letter);
  return follows_alone || !is_letter || begins_word || has_rested || turns;
}

}  // namespace texelscope::app
