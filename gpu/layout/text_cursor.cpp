#include "gpu/layout/text_cursor.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <string>
#include <utility>

#include "texelscope/gpu/error.h"

namespace texelscope::gpu {
namespace {

// Not <cctype>, which depends on the locale and does not support negative characters.
constexpr bool is_digit(char character) { return character >= '0' && character <= '9'; }
constexpr bool is_letter(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') || character == '_';
}

/// The text, shortened and with nonprintable characters replaced, for one-line messages.
std::string shown(std::string_view text) {
  constexpr std::size_t longest = 80;
  std::string result(text.substr(0, longest));
  for (char& character : result) {
    character = character >= ' ' && character <= '~' ? character : '?';
  }
  return text.size() > longest ? result + "…" : result;
}

}  // namespace

void TextCursor::skip_spaces() {
  while (position_ < text_.size() && (text_[position_] == ' ' || text_[position_] == '\t')) {
    ++position_;
  }
}

bool TextCursor::is_at_end() {
  skip_spaces();
  return position_ == text_.size();
}

char TextCursor::peek() { return is_at_end() ? '\0' : text_[position_]; }

bool TextCursor::take_if(char character) {
  if (is_at_end() || text_[position_] != character) {
    return false;
  }
  ++position_;
  return true;
}

void TextCursor::expect(char character) {
  if (!take_if(character)) {
    refuse(fmt::format("'{}'", character));
  }
}

void TextCursor::expect_end() {
  if (!is_at_end()) {
    refuse("the end");
  }
}

std::string_view TextCursor::take_word() {
  skip_spaces();
  const std::size_t start = position_;
  while (position_ < text_.size() &&
         (is_letter(text_[position_]) || (position_ > start && is_digit(text_[position_])))) {
    ++position_;
  }
  return text_.substr(start, position_ - start);
}

std::string_view TextCursor::take_quoted(std::string_view meaning) {
  const char quote = peek();
  if (quote != '\'' && quote != '"') {
    refuse(meaning);
  }
  const std::size_t start = position_ + 1;
  const std::size_t end = text_.find_first_of(quote == '"' ? "\"\\" : "'\\", start);
  if (end == std::string_view::npos || text_[end] != quote) {
    position_ = end == std::string_view::npos ? text_.size() : end;
    refuse(fmt::format("a closing {}", quote));
  }
  position_ = end + 1;
  return text_.substr(start, end - start);
}

std::string_view TextCursor::peek_word() {
  const std::size_t start = position_;
  const std::string_view word = take_word();
  position_ = start;
  return word;
}

bool TextCursor::is_at_truth() {
  const std::string_view word = peek_word();
  return word == "true" || word == "True" || word == "false" || word == "False";
}

bool TextCursor::take_truth() {
  if (!is_at_truth()) {
    refuse("true or false");
  }
  return take_word().ends_with("rue");
}

bool TextCursor::is_at_number() {
  const char next = peek();
  return is_digit(next) || next == '-' || next == '+';
}

TextCursor::Number TextCursor::take_signed_magnitude(std::string_view meaning) {
  skip_spaces();
  const std::size_t start = position_;
  std::size_t digits = start;
  if (digits < text_.size() && (text_[digits] == '-' || text_[digits] == '+')) {
    ++digits;
  }
  const bool is_hexadecimal = text_.substr(digits, 2) == "0x" || text_.substr(digits, 2) == "0X";
  Number number{digits > start && text_[start] == '-', 0};
  digits += is_hexadecimal ? 2 : 0;
  const auto [end, error] =
      std::from_chars(text_.data() + digits, text_.data() + text_.size(), number.magnitude, is_hexadecimal ? 16 : 10);
  if (error != std::errc{}) {
    refuse(error == std::errc::invalid_argument ? std::string(meaning)
                                                : fmt::format("{} that fits in 64 bits", meaning));
  }
  position_ = static_cast<std::size_t>(end - text_.data());
  return number;
}

std::int64_t TextCursor::take_number(std::string_view meaning) {
  skip_spaces();
  const std::size_t start = position_;
  const auto [is_negative, magnitude] = take_signed_magnitude(meaning);
  constexpr std::uint64_t largest = std::numeric_limits<std::int64_t>::max();
  if (magnitude > largest + (is_negative ? 1 : 0)) {
    position_ = start;
    refuse(fmt::format("{} that fits in 64 bits", meaning));
  }
  return static_cast<std::int64_t>(is_negative ? ~magnitude + 1 : magnitude);
}

std::uint64_t TextCursor::take_unsigned(std::string_view meaning) {
  skip_spaces();
  const std::size_t start = position_;
  const auto [is_negative, magnitude] = take_signed_magnitude(meaning);
  if (is_negative) {
    position_ = start;
    refuse(fmt::format("{} from 0", meaning));
  }
  return magnitude;
}

Dimensions TextCursor::take_dimensions(char end) {
  const bool is_round = take_if('(');
  const bool is_bare = !is_round && !take_if('[');
  const char closing = is_bare ? end : is_round ? ')' : ']';
  Dimensions dimensions;
  while (peek() != closing) {
    dimensions.push_back(take_number("a whole number"));
    if (!take_if(',') && peek() != closing) {
      refuse(closing == '\0' ? std::string("',' or the end") : fmt::format("',' or '{}'", closing));
    }
  }
  if (!is_bare) {
    expect(closing);
  }
  return dimensions;
}

StrideOrder TextCursor::take_stride_order(char end) {
  for (const auto& [name, order] :
       {std::pair{'C', StrideOrder::c()}, std::pair{'F', StrideOrder::f()}, std::pair{'K', StrideOrder::k()}}) {
    if (take_if(name)) {
      return order;
    }
  }
  if (!is_at_number() && peek() != '(' && peek() != '[' && peek() != end) {
    refuse("C, F, K or a permutation of the axes");
  }
  return take_dimensions(end);
}

void TextCursor::refuse(std::string_view expected) {
  const std::string found = is_at_end() ? "the text ends" : fmt::format("'{}'", shown(text_.substr(position_, 1)));
  throw InvalidArgument(
      fmt::format("'{}', position {}: {} where {} was expected", shown(text_), position_, found, expected));
}

}  // namespace texelscope::gpu
