#include "app/labs/kernel/moved_messages.h"

#include <algorithm>

namespace texelscope::app {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (;;) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos) {
      return lines;
    }
    text.remove_prefix(end + 1);
  }
}

}  // namespace

std::vector<gpu::CompileMessage> moved_messages(const std::vector<gpu::CompileMessage>& messages,
                                                std::string_view compiled, std::string_view edited) {
  if (messages.empty() || compiled == edited) {
    return messages;
  }
  const std::vector<std::string_view> before = lines_of(compiled);
  const std::vector<std::string_view> after = lines_of(edited);
  const auto shorter = static_cast<int>(std::min(before.size(), after.size()));
  const auto same_above = static_cast<int>(std::ranges::mismatch(before, after).in1 - before.begin());
  int same_below = 0;
  while (same_below < shorter - same_above && before[before.size() - 1 - static_cast<std::size_t>(same_below)] ==
                                                  after[after.size() - 1 - static_cast<std::size_t>(same_below)]) {
    ++same_below;
  }
  const auto lines_before = static_cast<int>(before.size());
  const int shift = static_cast<int>(after.size()) - lines_before;
  std::vector<gpu::CompileMessage> moved;
  for (const gpu::CompileMessage& message : messages) {
    if (message.line <= same_above) {
      moved.push_back(message);
    } else if (message.line > lines_before - same_below) {
      moved.push_back(message);
      moved.back().line += shift;
    }
  }
  return moved;
}

}  // namespace texelscope::app
