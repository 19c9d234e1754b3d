#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace texelscope::app {

/// A file that is written, removed or made, and can be brought back to what it was: its old bytes are kept in memory.
class FileChange {
 public:
  /// Before the file is changed. @throws FileError where it is there and cannot be read.
  explicit FileChange(std::filesystem::path path);

  /// Takes down what the file has become. @throws FileError where it cannot be read.
  void finish();

  /// Brings the old bytes back, or removes the file that was not there, with the folders that were made for it and are
  /// empty. False where the file is no longer as finish() saw it: others wrote it, and it stays as it is.
  /// @throws FileError where it cannot be read or written.
  [[nodiscard]] bool undo() const;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  /// None where there was no file.
  std::optional<std::vector<std::byte>> before_;
  /// SHA-256; none where there is no file.
  std::optional<std::string> after_;
  /// Folders on the way to the file that were not there, the innermost first.
  std::vector<std::filesystem::path> missing_folders_;
};

}  // namespace texelscope::app
