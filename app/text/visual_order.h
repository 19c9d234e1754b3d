#pragma once

#include <string>
#include <string_view>

namespace texelscope::app {

/// A line of valid UTF-8 with its letters from left to right as they are read: words in Hebrew, Arabic and the scripts
/// like them, with the spaces and signs between them, are reversed; numbers and other scripts within them are not, and
/// accents follow their letters. A small part of the Unicode Bidirectional Algorithm (UAX #9), for names in a text
/// from left to right. Arabic letters are joined, see joined_arabic().
[[nodiscard]] std::string visual_order(std::string_view text);

}  // namespace texelscope::app
