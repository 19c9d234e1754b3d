#pragma once

#include <string_view>
#include <vector>

namespace texelscope::app {

/// The lines, from 1, on which a text of C++ has a word that can go back: for, while, do, goto. Comments and quoted
/// texts count for nothing; a line counts once.
[[nodiscard]] std::vector<int> loop_lines(std::string_view text);

}  // namespace texelscope::app
