#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "app/text/escape.h"

namespace texelscope::app {

/// The letters and signs that the window's fonts contain: those that the program itself uses, or also those of
/// teachers' lessons in other languages or with formulas, which take more memory and start-up time.
enum class Letters : unsigned char { own, all };

struct LetterRange {
  char16_t first;
  char16_t last;
};

/// Latin with accents, and the symbols that the panels use.
inline constexpr std::array<LetterRange, 6> own_letters{
    {{0x20, 0x17F}, {0x3A3, 0x3A3}, {0x2013, 0x201D}, {0x2026, 0x2026}, {0x2190, 0x2193}, {0x2212, 0x2212}}};
/// Includes Greek, Cyrillic, general punctuation, superscripts and subscripts, the euro sign, letterlike symbols such
/// as those of sets of numbers, arrows, mathematical operators, and the brackets of floor and ceiling.
inline constexpr std::array<LetterRange, 10> all_letters{{{0x20, 0x17F},
                                                          {0x370, 0x3FF},
                                                          {0x400, 0x4FF},
                                                          {0x2010, 0x205E},
                                                          {0x2070, 0x209C},
                                                          {0x20AC, 0x20AC},
                                                          {0x2100, 0x214F},
                                                          {0x2190, 0x21FF},
                                                          {0x2200, 0x22FF},
                                                          {0x2308, 0x230B}}};

/// The smallest set of letters that a string needs.
[[nodiscard]] inline Letters letters_of(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const char32_t code = take_code_point(text, at);
    const bool is_own = code == '\n' || code == '\t' || std::ranges::any_of(own_letters, [&](const LetterRange& range) {
                          return code >= range.first && code <= range.last;
                        });
    if (!is_own) {
      return Letters::all;
    }
  }
  return Letters::own;
}

}  // namespace texelscope::app
