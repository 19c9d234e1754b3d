#include "app/window/noted_letters.h"

#include <algorithm>
#include <cstddef>

#include "app/text/escape.h"

namespace texelscope::app {
namespace {

/// The font texture grows with each letter, and the names of files come from anyone.
constexpr std::size_t max_noted = 4096;

std::set<char32_t> noted;
Letters loaded_letters = Letters::own;

bool is_loaded(char32_t code) {
  const auto is_in = [&](const LetterRange& range) { return code >= range.first && code <= range.last; };
  return std::ranges::any_of(own_letters, is_in) ||
         (loaded_letters == Letters::all && std::ranges::any_of(all_letters, is_in));
}

}  // namespace

void note_letters(std::string_view text) {
  if (std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; })) {
    return;
  }
  for (std::size_t at = 0; at < text.size() && noted.size() < max_noted;) {
    const char32_t code = take_code_point(text, at);
    if (code >= ' ' && !is_loaded(code)) {
      noted.insert(code);
    }
  }
}

const std::set<char32_t>& noted_letters() { return noted; }

void forget_noted_letters() { noted.clear(); }

void set_loaded_letters(Letters loaded) { loaded_letters = loaded; }

}  // namespace texelscope::app
