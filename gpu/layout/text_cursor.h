#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "texelscope/gpu/dimensions.h"
#include "texelscope/gpu/stride_order.h"

namespace texelscope::gpu {

/// Reads a text from left to right, skipping spaces. Whatever is not as asked for throws InvalidArgument with the
/// position, from 0, and what was expected there.
class TextCursor {
 public:
  explicit TextCursor(std::string_view text) : text_{text} {}

  [[nodiscard]] bool is_at_end();
  /// The next character, which stays; '\0' at the end.
  [[nodiscard]] char peek();
  /// Whether the next character was this one; it is taken then.
  bool take_if(char character);
  void expect(char character);
  void expect_end();
  /// Letters, digits and '_', from a letter on; empty when there is none.
  std::string_view take_word();
  /// What stands between two ' or two "; it has no escapes.
  std::string_view take_quoted(std::string_view meaning);
  /// The same word, which stays.
  [[nodiscard]] std::string_view peek_word();
  /// Whether "true" or "false" stands here, in any case of the first letter as Python and C++ write them.
  [[nodiscard]] bool is_at_truth();
  bool take_truth();
  /// Whether a number begins here.
  [[nodiscard]] bool is_at_number();
  /// A whole number in decimal, or in hexadecimal after 0x, that fits 64 bits with its sign.
  std::int64_t take_number(std::string_view meaning);
  std::uint64_t take_unsigned(std::string_view meaning);
  /// "5, 3, 4", in parentheses or brackets or bare; a comma may stand last. A bare list ends before `end`.
  Dimensions take_dimensions(char end);
  /// C, F, K, or a permutation as take_dimensions() takes it.
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
