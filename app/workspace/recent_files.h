#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "app/workspace/notice.h"

namespace texelscope::app {

/// The recently opened files, newest first, stored between starts.
class RecentFiles {
 public:
  static constexpr std::size_t capacity = 12;

  /// Loads the list from a file with one absolute path per line; ignores other lines, and paths past the capacity.
  /// Without a file, nothing is stored.
  explicit RecentFiles(std::optional<std::filesystem::path> file = std::nullopt);

  /// Puts a file first in the stored list, which another window may have changed, and shows that list. A failure
  /// becomes a notice.
  void add(const std::filesystem::path& opened, Notices& notices, double now);
  /// Removes a file from the list in the same way.
  void remove(const std::filesystem::path& path, Notices& notices, double now);
  [[nodiscard]] const std::vector<std::filesystem::path>& paths() const noexcept { return paths_; }

 private:
  void change(const std::function<void()>& change, Notices& notices, double now);

  std::optional<std::filesystem::path> file_;
  std::vector<std::filesystem::path> paths_;
};

/// The file that stores the list; nothing if no folder exists for it.
[[nodiscard]] std::optional<std::filesystem::path> find_recent_files_file();

}  // namespace texelscope::app
