#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/files/file.h"

namespace texelscope::app {

/// A change of a file (written, removed or created) that can be undone: the old bytes are kept in memory.
class FileChange {
 public:
  /// Called before the change. @throws FileError if the file exists but cannot be read.
  explicit FileChange(FilePlace file);

  /// Records the new state of the file. @throws FileError if it cannot be read.
  void finish();

  /// Restores the old bytes, or removes a created file, with its created folders if they are empty. Returns false, and
  /// changes nothing, if the file is not as finish() recorded it, because another program modified it. @throws
  /// FileError if it cannot be read or written.
  [[nodiscard]] bool undo() const;

  [[nodiscard]] const std::filesystem::path& path() const { return file_.path; }

 private:
  FilePlace file_;
  /// None if the file did not exist.
  std::optional<std::vector<std::byte>> before_;
  /// SHA-256; none if the file does not exist.
  std::optional<std::string> after_;
  /// Folders on the path that did not exist, innermost first.
  std::vector<std::filesystem::path> missing_folders_;
};

}  // namespace texelscope::app
