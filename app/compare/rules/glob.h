#pragma once

#include <string>
#include <string_view>

namespace texelscope::app {

/// Whether a path with '/' matches a pattern: the same text, or '?' for one character, '*' for any characters within
/// the name of a folder or file, and a folder "**" for any number of folders ("**" at the end for everything below).
/// Case-sensitive.
[[nodiscard]] bool matches_glob(std::string_view pattern, std::string_view path);

/// Whether a string that is not a path matches a pattern: '*' matches any characters; case-insensitive.
[[nodiscard]] bool matches_text_glob(std::string_view pattern, std::string_view text);

/// The fault of a path pattern, with its fix; empty for a valid one.
[[nodiscard]] std::string fault_of_glob(std::string_view pattern);

}  // namespace texelscope::app
