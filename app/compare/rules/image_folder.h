#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace texelscope::app {

/// The files of a folder of images, and of the folders in it.
struct ImageFolder {
  /// The files that are meant to be pictures (is_picture_file()) by their paths from the folder, with '/', and why one
  /// cannot be read, or empty. A folder that cannot be read is one, too, and ends in '/'.
  std::map<std::string, std::string> files;
  /// Entries that were left out, a line each: links that lead back to a folder that they are in, hidden folders,
  /// pictures of reports.
  std::vector<std::string> notes;
};

/// Follows links. @throws FileError when the folder itself cannot be read, or holds more than a million files.
[[nodiscard]] ImageFolder find_images(const std::filesystem::path& folder);

}  // namespace texelscope::app
