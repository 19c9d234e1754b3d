#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace texelscope::app {

/// A folder or a file that completes a typed path.
struct PathEntry {
  /// Without the folder.
  std::string name;
  bool is_folder = false;
};

/// The completions of a typed path.
struct PathList {
  std::filesystem::path folder;
  /// Folders first, then files, each by name; at most `capacity`.
  std::vector<PathEntry> entries;
  /// The number of entries beyond the capacity.
  std::size_t left_out = 0;
  /// Why the folder cannot be listed; empty on success.
  std::string error;

  static constexpr std::size_t capacity = 500;
};

/// The path that a user typed: a leading "~" is the home folder, and a relative path starts at the current folder. A
/// "//" or "/~/" begins a new path: the text before it is ignored, such as the folder that the dialog begins with.
[[nodiscard]] std::filesystem::path typed_path(const std::string& typed);
/// Lists the folders, and the files whose names `is_offered` accepts, that begin with the last part of `text`, ignoring
/// case; includes hidden files and folders only if that part begins with a dot. Throws only exceptions of `is_offered`.
[[nodiscard]] PathList list_path(const std::string& text,
                                 const std::function<bool(const std::filesystem::path& name)>& is_offered);
/// `text` with its last part replaced by an entry; a folder ends in '/'.
[[nodiscard]] std::string with_entry(const std::string& text, const PathEntry& entry);
/// `text` extended as far as all entries agree; `text` itself if they do not.
[[nodiscard]] std::string completed(const std::string& text, const PathList& list);

}  // namespace texelscope::app
