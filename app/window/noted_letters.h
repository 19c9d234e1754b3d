#pragma once

#include <set>
#include <string_view>

#include "app/text/letters.h"

/// Names of files may be in any script, while the fonts contain few letters at first: texts note what they draw, and
/// the fonts of the next frame contain it. Global like ImGui's state, for the window's thread.
namespace texelscope::app {

/// Notes the letters that a text draws and the fonts lack.
void note_letters(std::string_view text);

/// The letters noted so far, which are also those without a glyph in any installed font.
[[nodiscard]] const std::set<char32_t>& noted_letters();

/// Forgets them, for a new context.
void forget_noted_letters();

/// Records the letters with which fonts were made beside the noted ones.
void set_loaded_letters(Letters loaded);

}  // namespace texelscope::app
