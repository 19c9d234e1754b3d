#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace texelscope::app {

/// A count with a regular plural: "1 lesson", "2 lessons".
template <class Count>
[[nodiscard]] std::string count_text(Count count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

/// "1,048,576" for a string of decimal digits.
[[nodiscard]] inline std::string grouped_digits(std::string digits) {
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

}  // namespace texelscope::app
