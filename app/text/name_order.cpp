#include "app/text/name_order.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <tuple>

#include "app/text/base_letter.h"
#include "app/text/escape.h"

namespace texelscope::app {
namespace {

char32_t folded(char32_t code) {
  if (code >= 'A' && code <= 'Z') {
    return code - 'A' + 'a';
  }
  const char letter = similar_letter(code);
  return letter != '\0' ? static_cast<char32_t>(letter) : code;
}

}  // namespace

/// A number becomes the character '0', the number of its digits, and its digits.
std::u32string name_order_key(std::string_view name) {
  const bool is_ascii = std::ranges::all_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  const std::string text = is_ascii ? std::string(name) : valid_utf8(name);
  std::u32string key;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] >= '0' && text[at] <= '9') {
      std::size_t end = text.find_first_not_of("0123456789", at);
      end = end == std::string::npos ? text.size() : end;
      at = std::min(text.find_first_not_of('0', at), end);
      key += U'0';
      key += static_cast<char32_t>(end - at);
      key.append(text.begin() + static_cast<std::ptrdiff_t>(at), text.begin() + static_cast<std::ptrdiff_t>(end));
      at = end;
      continue;
    }
    if (const char32_t code = take_code_point(text, at); !is_combining_accent(code)) {
      key += folded(code);
    }
  }
  return key;
}

bool is_name_before(std::string_view a, std::string_view b) {
  return std::tuple(name_order_key(a), a) < std::tuple(name_order_key(b), b);
}

}  // namespace texelscope::app
