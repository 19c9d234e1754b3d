#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace texelscope::app {

/// The image files of a folder and its subfolders.
struct ImageFolder {
  /// The files that should be images (is_picture_file()), by relative path with '/', each with its read error or an
  /// empty string. A folder that cannot be read is included, too; its path ends in '/'.
  std::map<std::string, std::string> files;
  /// Skipped entries, one line each: links to a folder that contains them, hidden folders, images of reports.
  std::vector<std::string> notes;
};

/// Follows links. @throws FileError if the folder itself cannot be read, or contains more than a million files.
[[nodiscard]] ImageFolder find_images(const std::filesystem::path& folder);

}  // namespace texelscope::app
