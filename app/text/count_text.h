#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace texelscope::app {

/// A count with a regular plural: "1 lesson", "2 lessons".
template <class Count>
[[nodiscard]] std::string count_text(Count count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace texelscope::app
