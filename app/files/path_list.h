#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace texelscope::app {

/// A folder or an image file that completes a typed path.
struct PathEntry {
  /// Without its folder.
  std::string name;
  bool is_folder = false;
};

/// What completes a typed path.
struct PathList {
  std::filesystem::path folder;
  /// Folders first, then image files, each by name; at most `capacity`.
  std::vector<PathEntry> entries;
  /// How many more there are.
  std::size_t left_out = 0;
  /// Why the folder cannot be listed; empty when it can.
  std::string error;

  static constexpr std::size_t capacity = 500;
};

/// The path that a text names: a leading "~" is the home folder, a relative one starts at the current folder.
[[nodiscard]] std::filesystem::path typed_path(const std::string& text);
/// Whether a file's name ends as one of an image that is read, capitals or not.
[[nodiscard]] bool is_image_name(const std::string& name);
/// Lists the folders and image files (by their extension) whose names begin with the last part of `text`, capitals or
/// not; hidden ones only when the part begins with a dot. Never throws.
[[nodiscard]] PathList list_path(const std::string& text);
/// `text` with its last part replaced by an entry; a folder ends in '/'.
[[nodiscard]] std::string with_entry(const std::string& text, const PathEntry& entry);
/// `text` made as long as all entries allow; `text` itself when they allow nothing.
[[nodiscard]] std::string completed(const std::string& text, const PathList& list);

}  // namespace texelscope::app
