#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace texelscope::gpu::copy {

/// "1 block", "2 blocks": a count with its noun, whose plural ends in s.
[[nodiscard]] inline std::string counted(std::int64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

/// "1,048,576".
[[nodiscard]] inline std::string grouped(std::int64_t count) {
  std::string digits = fmt::format("{}", count);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

/// "1st", "2nd", "3rd", "4th", "11th", "21st".
[[nodiscard]] inline std::string ordinal(std::int64_t number) {
  const std::int64_t tens = number / 10 % 10;
  const std::int64_t ones = number % 10;
  const char* const ending = tens == 1 ? "th" : ones == 1 ? "st" : ones == 2 ? "nd" : ones == 3 ? "rd" : "th";
  return fmt::format("{}{}", number, ending);
}

}  // namespace texelscope::gpu::copy
