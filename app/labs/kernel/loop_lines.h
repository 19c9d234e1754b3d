#pragma once

#include <string_view>
#include <vector>

namespace texelscope::app {

/// The numbers, from 1, of the lines with a keyword that can jump back: for, while, do, goto. Ignores comments and
/// quoted text; each line is listed once.
[[nodiscard]] std::vector<int> loop_lines(std::string_view text);

}  // namespace texelscope::app
