#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace texelscope::app {

/// The kind of a piece of a kernel's text, which chooses its color.
enum class CodeTokenKind : std::uint8_t { plain, keyword, type, function, number, text, comment, directive };

/// A piece of a text, within one line.
struct CodeToken {
  std::size_t begin = 0;
  std::size_t size = 0;
  CodeTokenKind kind = CodeTokenKind::plain;

  bool operator==(const CodeToken&) const = default;
};

/// Whether a character can stand in a name of C++, at its beginning or behind it.
[[nodiscard]] bool is_name_character(char character);

/// A text's pieces in order, without blanks; comments go on over lines, a piece for each. Types and functions come from
/// kernel_reference() and C++.
[[nodiscard]] std::vector<CodeToken> tokenize_code(std::string_view text);

}  // namespace texelscope::app
