#include "app/text/name_order.h"

#include <cstddef>
#include <string>
#include <tuple>

#include "app/text/escape.h"

namespace texelscope::app {
namespace {

constexpr char32_t first_accented = 0xC0;
/// The base letters of U+00C0 to U+017F, the blocks Latin-1 Supplement and Latin Extended-A of Unicode. Ligatures have
/// their first letter.
constexpr std::string_view base_letters =
    "aaaaaaaceeeeiiiidnooooo*ouuuuyts"
    "aaaaaaaceeeeiiiidnooooo/ouuuuyty"
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllllnnnnnnnnnoooooooorrrrrrssssssss"
    "ttttttuuuuuuuuuuuuwwyyyzzzzzzs";
static_assert(base_letters.size() == 0x180 - first_accented);

/// The code point at a position of valid UTF-8; moves the position behind it.
char32_t take_code_point(std::string_view text, std::size_t& at) {
  const auto first = static_cast<unsigned char>(text[at++]);
  char32_t code = first < 0x80 ? first : first < 0xE0 ? first & 0x1FU : first < 0xF0 ? first & 0x0FU : first & 0x07U;
  while (at < text.size() && is_within_letter(text[at])) {
    code = code << 6U | (static_cast<unsigned char>(text[at++]) & 0x3FU);
  }
  return code;
}

char32_t base_letter(char32_t code) {
  if (code >= 'A' && code <= 'Z') {
    return code - 'A' + 'a';
  }
  const bool is_accented = code >= first_accented && code < first_accented + base_letters.size();
  return is_accented ? static_cast<char32_t>(base_letters[code - first_accented]) : code;
}

bool is_combining_accent(char32_t code) { return code >= 0x300 && code < 0x370; }

/// Texts that compare as the names do. A number is the sign '0', how many digits it has, and its digits.
std::u32string order_key(std::string_view name) {
  const std::string text = valid_utf8(name);
  std::u32string key;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] >= '0' && text[at] <= '9') {
      std::size_t end = text.find_first_not_of("0123456789", at);
      end = end == std::string::npos ? text.size() : end;
      while (at + 1 < end && text[at] == '0') {
        ++at;
      }
      key += U'0';
      key += static_cast<char32_t>(end - at);
      key.append(text.begin() + static_cast<std::ptrdiff_t>(at), text.begin() + static_cast<std::ptrdiff_t>(end));
      at = end;
      continue;
    }
    if (const char32_t code = take_code_point(text, at); !is_combining_accent(code)) {
      key += base_letter(code);
    }
  }
  return key;
}

}  // namespace

bool is_name_before(std::string_view a, std::string_view b) {
  return std::tuple(order_key(a), a) < std::tuple(order_key(b), b);
}

}  // namespace texelscope::app
