#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace texelscope::app {

/// What a piece of a kernel's text is, for its color.
enum class CodeTokenKind : std::uint8_t { plain, keyword, type, function, number, text, comment, directive };

/// A piece of a text, within one line.
struct CodeToken {
  std::size_t begin = 0;
  std::size_t size = 0;
  CodeTokenKind kind = CodeTokenKind::plain;

  bool operator==(const CodeToken&) const = default;
};

/// A text's pieces in order, without blanks; comments go on over lines, a piece for each. Types and functions are those
/// of kernel_reference() and of C++.
[[nodiscard]] std::vector<CodeToken> tokenize_code(std::string_view text);

}  // namespace texelscope::app
