#include "app/text/base_letter.h"

#include <string_view>

namespace texelscope::app {
namespace {

constexpr char32_t first_letter = 0xC0;
/// Uppercase entries mark characters without a canonical decomposition. Ligatures map to their first letter.
constexpr std::string_view letters =
    "aaaaaaAceeeeiiiiDnooooo*OuuuuyTS"
    "aaaaaaAceeeeiiiiDnooooo/OuuuuyTy"
    "aaaaaaccccccccddDDeeeeeeeeeegggg"
    "gggghhHHiiiiiiiiiIIIjjkkKllllllL"
    "LLLnnnnnnNNNooooooOOrrrrrrssssss"
    "ssttttTTuuuuuuuuuuuuwwyyyzzzzzzS";
static_assert(letters.size() == 0x180 - first_letter);

/// The entry of the table; 0 outside it.
char letter_of(char32_t code) {
  return code >= first_letter && code < first_letter + letters.size() ? letters[code - first_letter] : '\0';
}

}  // namespace

char decomposed_letter(char32_t code) {
  const char letter = letter_of(code);
  return letter >= 'a' && letter <= 'z' ? letter : '\0';
}

char similar_letter(char32_t code) {
  const char letter = letter_of(code);
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

}  // namespace texelscope::app
