#pragma once

#include <cstddef>
#include <string_view>

namespace texelscope::app {

/// Levels of arrays and objects in each other that a file of the program may have. A library of JSON reads any number,
/// and exhausts the stack where it copies or writes them.
inline constexpr std::size_t max_json_depth = 64;

/// Whether brackets of a JSON text, those in strings left out, nest deeper than that.
[[nodiscard]] inline bool is_nested_too_deep(std::string_view json) {
  std::size_t depth = 0;
  bool is_in_string = false;
  for (std::size_t at = 0; at < json.size(); ++at) {
    const char character = json[at];
    if (character == '"') {
      is_in_string = !is_in_string;
    } else if (is_in_string) {
      at += character == '\\' ? 1 : 0;
    } else if (character == '[' || character == '{') {
      if (++depth > max_json_depth) {
        return true;
      }
    } else if ((character == ']' || character == '}') && depth > 0) {
      --depth;
    }
  }
  return false;
}

}  // namespace texelscope::app
