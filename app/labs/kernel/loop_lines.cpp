#include "app/labs/kernel/loop_lines.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace texelscope::app {
namespace {

bool is_of_word(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
         (character >= '0' && character <= '9') || character == '_';
}

/// The position after the comment, quoted text or word at the start; at least one character.
std::size_t length_of_piece(std::string_view text) {
  const auto behind = [&](std::string_view end, std::size_t from) {
    const std::size_t at = text.find(end, from);
    return at == std::string_view::npos ? text.size() : at + end.size();
  };
  if (text.starts_with("//")) {
    // The line break is not part of the comment.
    return std::min(text.find('\n'), text.size());
  }
  if (text.starts_with("/*")) {
    return behind("*/", 2);
  }
  if (text[0] == '"' || text[0] == '\'') {
    std::size_t end = 1;
    while (end < text.size() && text[end] != text[0] && text[end] != '\n') {
      end += text[end] == '\\' ? 2 : 1;
    }
    return std::min(end + 1, text.size());
  }
  const auto* const end = std::ranges::find_if_not(text, is_of_word);
  return std::max<std::size_t>(static_cast<std::size_t>(end - text.begin()), 1);
}

}  // namespace

std::vector<int> loop_lines(std::string_view text) {
  constexpr std::array<std::string_view, 4> words{"for", "while", "do", "goto"};
  std::vector<int> lines;
  int line = 1;
  while (!text.empty()) {
    const std::string_view piece = text.substr(0, length_of_piece(text));
    if (std::ranges::find(words, piece) != words.end() && (lines.empty() || lines.back() != line)) {
      lines.push_back(line);
    }
    line += static_cast<int>(std::ranges::count(piece, '\n'));
    text.remove_prefix(piece.size());
  }
  return lines;
}

}  // namespace texelscope::app
