#include "app/text/arabic_forms.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "app/text/escape.h"

namespace texelscope::app {
namespace {

/// The forms of a letter follow each other: isolated, final, initial and medial. Those with two never join the next
/// letter, and the one with a single form joins none.
struct ArabicLetter {
  char32_t isolated;
  int num_forms;
};

/// The numbers of forms of U+0621 to U+063A and of U+0641 to U+064A, which follow each other from U+FE80.
constexpr std::array<unsigned char, 36> form_counts{1, 2, 2, 2, 2, 4, 2, 4, 2, 4, 4, 4, 4, 4, 2, 2, 2, 2,
                                                    4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 2, 2, 4};

struct OtherLetter {
  char32_t code;
  ArabicLetter letter;
};

/// Persian letters.
constexpr std::array other_letters{OtherLetter{0x67E, {0xFB56, 4}}, OtherLetter{0x686, {0xFB7A, 4}},
                                   OtherLetter{0x698, {0xFB8A, 2}}, OtherLetter{0x6A9, {0xFB8E, 4}},
                                   OtherLetter{0x6AF, {0xFB92, 4}}, OtherLetter{0x6CC, {0xFBFC, 4}}};

constexpr char32_t tatweel = 0x640;

std::optional<ArabicLetter> arabic_letter(char32_t code) {
  const bool is_first = code >= 0x621 && code <= 0x63A;
  if (is_first || (code >= 0x641 && code <= 0x64A)) {
    const std::size_t index = is_first ? code - 0x621 : code - 0x641 + 26;
    char32_t isolated = 0xFE80;
    for (std::size_t i = 0; i < index; ++i) {
      isolated += form_counts[i];
    }
    return ArabicLetter{isolated, form_counts[index]};
  }
  const auto* const found = std::ranges::find(other_letters, code, &OtherLetter::code);
  return found != other_letters.end() ? std::optional(found->letter) : std::nullopt;
}

bool joins_next(char32_t code) {
  const auto letter = arabic_letter(code);
  return code == tatweel || (letter && letter->num_forms == 4);
}

bool joins_previous(char32_t code) {
  const auto letter = arabic_letter(code);
  return code == tatweel || (letter && letter->num_forms > 1);
}

/// Signs above and below letters do not interrupt a word.
bool is_sign(char32_t code) { return (code >= 0x64B && code <= 0x65F) || code == 0x670; }

/// The isolated form of lam followed by this letter, which are drawn as one; 0 for other letters.
char32_t lam_with(char32_t next) {
  switch (next) {
    case 0x622:
      return 0xFEF5;
    case 0x623:
      return 0xFEF7;
    case 0x625:
      return 0xFEF9;
    case 0x627:
      return 0xFEFB;
    default:
      return 0;
  }
}

void append_three_bytes(std::string& text, char32_t code) {
  text += static_cast<char>(0xE0U | code >> 12U);
  text += static_cast<char>(0x80U | (code >> 6U & 0x3FU));
  text += static_cast<char>(0x80U | (code & 0x3FU));
}

struct TextLetter {
  char32_t code;
  std::string_view bytes;
};

}  // namespace

std::string joined_arabic(std::string_view text) {
  // The letters begin with 0xD8 … 0xDB.
  if (std::ranges::none_of(text, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte >= 0xD8 && byte <= 0xDB;
      })) {
    return std::string(text);
  }
  std::vector<TextLetter> letters;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const char32_t code = take_code_point(text, at);
    letters.push_back({code, text.substr(begin, at - begin)});
  }
  constexpr char32_t lam = 0x644;
  std::string joined;
  bool is_joined = false;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const auto letter = arabic_letter(letters[i].code);
    if (!letter) {
      joined += letters[i].bytes;
      is_joined = is_sign(letters[i].code) ? is_joined : letters[i].code == tatweel;
      continue;
    }
    std::size_t next = i + 1;
    while (next < letters.size() && is_sign(letters[next].code)) {
      ++next;
    }
    const char32_t next_code = next < letters.size() ? letters[next].code : 0;
    const bool is_after = is_joined && joins_previous(letters[i].code);
    if (const char32_t both = letters[i].code == lam && next == i + 1 ? lam_with(next_code) : 0; both != 0) {
      append_three_bytes(joined, both + (is_after ? 1 : 0));
      is_joined = false;
      ++i;
      continue;
    }
    const bool is_before = joins_next(letters[i].code) && joins_previous(next_code);
    append_three_bytes(joined, letter->isolated + (is_after ? 1 : 0) + (is_before ? 2 : 0));
    is_joined = is_before;
  }
  return joined;
}

}  // namespace texelscope::app
