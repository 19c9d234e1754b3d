#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "app/text/escape.h"

namespace texelscope::app {

/// A path for display, on one line: files may have any names. Line ends and tabs are shown as \n, \r and \t, other
/// control characters as spaces.
[[nodiscard]] inline std::string shown_path(const std::filesystem::path& path) {
  constexpr std::size_t max_bytes = 4096;
  std::string text;
  for (const char character : path.string()) {
    switch (character) {
      case '\n':
        text += "\\n";
        break;
      case '\r':
        text += "\\r";
        break;
      case '\t':
        text += "\\t";
        break;
      default:
        text += character;
    }
  }
  return shown_line(text, max_bytes);
}

/// The same without the folder.
[[nodiscard]] inline std::string shown_file_name(const std::filesystem::path& path) {
  return shown_path(path.filename());
}

}  // namespace texelscope::app
