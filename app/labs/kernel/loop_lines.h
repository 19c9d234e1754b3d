#pragma once

#include <string_view>
#include <vector>

namespace texelscope::app {

/// The lines, from 1, that contain a word that can jump back: for, while, do, goto. Ignores comments and quoted text; a
/// line counts once.
[[nodiscard]] std::vector<int> loop_lines(std::string_view text);

}  // namespace texelscope::app
