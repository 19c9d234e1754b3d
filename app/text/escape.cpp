#include "app/text/escape.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>

namespace texelscope::app {
namespace {

/// The last position up to `at` where a letter begins, or the text ends.
std::size_t begin_of_letter(std::string_view text, std::size_t at) {
  std::size_t begin = std::min(text.size(), at);
  while (begin > 0 && begin < text.size() && is_within_letter(text[begin])) {
    --begin;
  }
  return begin;
}

}  // namespace

std::string base64(std::span<const std::byte> bytes) {
  constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t index = 0; index < bytes.size(); index += 3) {
    const std::size_t count = std::min<std::size_t>(bytes.size() - index, 3);
    std::uint32_t group = 0;
    for (std::size_t offset = 0; offset < 3; ++offset) {
      group = group << 8U | (offset < count ? std::to_integer<std::uint32_t>(bytes[index + offset]) : 0U);
    }
    for (std::size_t digit = 0; digit < 4; ++digit) {
      text += digit <= count ? digits[group >> (18U - 6U * digit) & 63U] : '=';
    }
  }
  return text;
}

char32_t take_code_point(std::string_view text, std::size_t& at) {
  const auto first = static_cast<unsigned char>(text[at++]);
  char32_t code = first < 0x80 ? first : first < 0xE0 ? first & 0x1FU : first < 0xF0 ? first & 0x0FU : first & 0x07U;
  while (at < text.size() && is_within_letter(text[at])) {
    code = code << 6U | (static_cast<unsigned char>(text[at++]) & 0x3FU);
  }
  return code;
}

std::string valid_utf8(std::string_view text) {
  // The library's writer knows which bytes are valid characters; its reader removes the quotes again.
  const std::string quoted = nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return nlohmann::json::parse(quoted).get<std::string>();
}

bool is_utf8(std::string_view text) { return valid_utf8(text) == text; }

std::string escaped_utf8(std::string_view text) {
  constexpr std::size_t longest_letter = 4;
  std::string escaped;
  while (!text.empty()) {
    std::size_t length = 1;
    while (length < std::min(longest_letter, text.size()) && !is_utf8(text.substr(0, length))) {
      ++length;
    }
    if (const std::string_view letter = text.substr(0, length); is_utf8(letter)) {
      escaped += letter == "\\" ? "\\\\" : letter;
    } else {
      length = 1;
      escaped += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
    }
    text.remove_prefix(length);
  }
  return escaped;
}

namespace {

/// Characters without a glyph that a terminal interprets: controls except line ends, separators of lines and
/// paragraphs, and marks that change the direction of the text around them.
bool is_interpreted(char32_t code) {
  return (code < U' ' && code != U'\n' && code != U'\r') || (code >= 0x7F && code < 0xA0) || code == 0x61C ||
         code == 0x200E || code == 0x200F || (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

template <class Replacement>
std::string with_controls_as(std::string_view valid, const Replacement& replacement) {
  std::string shown;
  for (std::size_t at = 0; at < valid.size();) {
    const std::size_t begin = at;
    const char32_t code = take_code_point(valid, at);
    if (is_interpreted(code)) {
      shown += replacement(code);
    } else {
      shown.append(valid, begin, at - begin);
    }
  }
  return shown;
}

}  // namespace

std::string without_controls(std::string_view text) {
  return with_controls_as(valid_utf8(text), [](char32_t) { return " "; });
}

std::string with_escaped_controls(std::string_view text) {
  return with_controls_as(text,
                          [](char32_t control) { return fmt::format("\\u{:04x}", static_cast<unsigned>(control)); });
}

std::string shown_line(std::string_view text, std::size_t max_bytes) {
  const std::size_t end = begin_of_letter(text, max_bytes);
  std::string line = without_controls(text.substr(0, end));
  std::ranges::replace_if(
      line, [](char character) { return character == '\n' || character == '\r'; }, ' ');
  return end < text.size() ? line + "…" : line;
}

std::string shortened_in_middle(std::string_view text, std::size_t max_at_begin, std::size_t max_at_end) {
  if (text.size() <= max_at_begin + max_at_end) {
    return std::string{text};
  }
  std::size_t end = text.size() - max_at_end;
  while (end < text.size() && is_within_letter(text[end])) {
    ++end;
  }
  std::string shortened{text.substr(0, begin_of_letter(text, max_at_begin))};
  return shortened.append("…").append(text.substr(end));
}

std::string message_line(std::string_view text) {
  // With a prefix such as "texelscope: warning: ", the line has at most 2000 bytes.
  constexpr std::size_t max_at_begin = 1360;
  constexpr std::size_t max_at_end = 600;
  const std::string shortened = shortened_in_middle(text, max_at_begin, max_at_end);
  std::string line = shown_line(shortened, shortened.size());
  for (const std::string_view tag : {"<CTest", "<Dart"}) {
    for (std::size_t at = line.find(tag); at != std::string::npos; at = line.find(tag, at)) {
      line.insert(at + 1, 1, ' ');
    }
  }
  // The replacements may be longer than what they replace.
  return shortened_in_middle(line, max_at_begin, max_at_end);
}

std::string escaped_markup(std::string_view text) {
  constexpr std::string_view replacement = "\xEF\xBF\xBD";
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text.substr(at).starts_with("\xEF\xBF\xBE") || text.substr(at).starts_with("\xEF\xBF\xBF")) {
      result += replacement;
      at += replacement.size() - 1;
      continue;
    }
    const char character = text[at];
    switch (character) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result +=
            static_cast<unsigned char>(character) < ' ' && character != '\t' && character != '\n' ? ' ' : character;
    }
  }
  return result;
}

}  // namespace texelscope::app
