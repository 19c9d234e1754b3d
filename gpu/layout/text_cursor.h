#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "texelscope/gpu/dimensions.h"
#include "texelscope/gpu/stride_order.h"

namespace texelscope::gpu {

/// Reads a text from left to right, skipping spaces. Unexpected text throws InvalidArgument with the position, from 0,
/// and the expectation.
class TextCursor {
 public:
  explicit TextCursor(std::string_view text) : text_{text} {}

  [[nodiscard]] bool is_at_end();
  /// The next character, which is not consumed; '\0' at the end.
  [[nodiscard]] char peek();
  /// Consumes the next character if it is `character`; returns whether it did.
  bool take_if(char character);
  void expect(char character);
  void expect_end();
  /// Letters, digits and '_', starting with a letter; empty if none follows.
  std::string_view take_word();
  /// The text between two ' or two ", without escapes.
  std::string_view take_quoted(std::string_view meaning);
  /// The word that take_word() would return, not consumed.
  [[nodiscard]] std::string_view peek_word();
  /// Whether "true" or "false" follows, with the first letter in either case, as Python and C++ write them.
  [[nodiscard]] bool is_at_truth();
  bool take_truth();
  /// Whether a number follows.
  [[nodiscard]] bool is_at_number();
  /// A whole number in decimal, or in hexadecimal after 0x, that fits in 64 bits with its sign.
  std::int64_t take_number(std::string_view meaning);
  std::uint64_t take_unsigned(std::string_view meaning);
  /// "5, 3, 4", in parentheses or brackets or bare; with an optional trailing comma. A bare list ends before `end`.
  Dimensions take_dimensions(char end);
  /// C, F, K, or a permutation as in take_dimensions().
  StrideOrder take_stride_order(char end);
  [[noreturn]] void refuse(std::string_view expected);

 private:
  struct Number {
    bool is_negative = false;
    std::uint64_t magnitude = 0;
  };

  Number take_signed_magnitude(std::string_view meaning);
  void skip_spaces();

  std::string_view text_;
  std::size_t position_ = 0;
};

}  // namespace texelscope::gpu
