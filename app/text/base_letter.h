#pragma once

namespace texelscope::app {

/// The first letter of the canonical decomposition (Unicode) of U+00C0 to U+017F, the blocks Latin-1 Supplement and
/// Latin Extended-A, in lower case: "e" for "É". 0 for characters without a decomposition, and outside that range.
[[nodiscard]] char decomposed_letter(char32_t code);

/// That letter, or a similar letter for characters without a decomposition, such as "l" for "ł" and "a" for "æ"; "*"
/// for "×" and
/// "/" for "÷". 0 outside that range.
[[nodiscard]] char similar_letter(char32_t code);

/// Whether a character is in the block Combining Diacritical Marks, U+0300 to U+036F.
[[nodiscard]] constexpr bool is_combining_accent(char32_t code) { return code >= 0x300 && code < 0x370; }

}  // namespace texelscope::app
