#pragma once

#include <cmath>
#include <cstdio>
#include <string>

namespace texelscope::inspect {

/// A number in JSON, whatever the program's locale: infinity is the largest number, and no number is 0.
inline std::string json_number(float value) {
  constexpr float largest = 3.4e38F;
  if (!std::isfinite(value)) {
    value = std::isnan(value) ? 0 : std::copysign(largest, value);
  }
  char text[32] = {};
  std::snprintf(text, sizeof text, "%.9g", static_cast<double>(value));
  for (char& letter : text) {
    letter = letter == ',' ? '.' : letter;
  }
  return text;
}

}  // namespace texelscope::inspect
