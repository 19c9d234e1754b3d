#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "app/window/notice.h"

namespace texelscope::app {

/// The files that were opened last, newest first, from one start to the next.
class RecentFiles {
 public:
  static constexpr std::size_t capacity = 12;

  /// Those of a file, one absolute path a line; lines that are no such path are left out, as is what is beyond the
  /// capacity. Without a file nothing is remembered.
  explicit RecentFiles(std::optional<std::filesystem::path> file = std::nullopt);

  /// Puts one first, and remembers the list. What fails becomes a notice.
  void add(const std::filesystem::path& opened, Notices& notices, double now);
  [[nodiscard]] const std::vector<std::filesystem::path>& paths() const noexcept { return paths_; }

 private:
  std::optional<std::filesystem::path> file_;
  std::vector<std::filesystem::path> paths_;
};

/// Where they are remembered; nothing where there is no folder for it.
[[nodiscard]] std::optional<std::filesystem::path> find_recent_files_file();

}  // namespace texelscope::app
