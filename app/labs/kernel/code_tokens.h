#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace texelscope::app {

/// The kind of a token in a kernel's source, which determines its color.
enum class CodeTokenKind : std::uint8_t { plain, keyword, type, function, number, text, comment, directive };

/// A token of the source, within one line.
struct CodeToken {
  std::size_t begin = 0;
  std::size_t size = 0;
  CodeTokenKind kind = CodeTokenKind::plain;

  bool operator==(const CodeToken&) const = default;
};

/// Whether a character can be part of a C++ name, at its start or after it.
[[nodiscard]] bool is_name_character(char character);

/// The tokens of a source in order, without whitespace; a comment that spans several lines has one token per line.
/// Types and functions are those of kernel_reference() and C++.
[[nodiscard]] std::vector<CodeToken> tokenize_code(std::string_view text);

/// The numbers, from 1, of the lines with a keyword that can jump back: for, while, do, goto; each is listed once.
[[nodiscard]] std::vector<int> loop_lines(std::string_view text);

/// The functions buffer_a() … buffer_d() that a source defines, as bits: bit 0 is buffer_a().
[[nodiscard]] unsigned kernel_buffers(std::string_view text);

}  // namespace texelscope::app
