#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "app/text/escape.h"

namespace texelscope::app {

/// A path for display, on one line: files may have any names.
[[nodiscard]] inline std::string shown_path(const std::filesystem::path& path) {
  constexpr std::size_t max_bytes = 4096;
  return shown_line(path.string(), max_bytes);
}

/// The same without the folder.
[[nodiscard]] inline std::string shown_file_name(const std::filesystem::path& path) {
  return shown_path(path.filename());
}

}  // namespace texelscope::app
