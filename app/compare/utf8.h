#pragma once

#include <string>
#include <string_view>

namespace texelscope::app {

/// The text with U+FFFD for every byte that is no UTF-8: file names may hold any.
[[nodiscard]] std::string valid_utf8(std::string_view text);

}  // namespace texelscope::app
