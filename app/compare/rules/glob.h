#pragma once

#include <string>
#include <string_view>

namespace texelscope::app {

/// Whether a path with '/' is meant by a pattern: the same text, or one in which '?' stands for a character, '*' for
/// any characters within a folder's or a file's name, and a folder "**" for any folders, also none ("**" at the end
/// for all that is below). Capitals count.
[[nodiscard]] bool matches_glob(std::string_view pattern, std::string_view path);

/// The same of a text that is no path: '*' stands for any characters; capitals do not count.
[[nodiscard]] bool matches_text_glob(std::string_view pattern, std::string_view text);

/// The fault of a pattern of paths, with its mend; empty for none.
[[nodiscard]] std::string fault_of_glob(std::string_view pattern);

}  // namespace texelscope::app
