#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "app/files/file.h"

namespace texelscope::app {

/// The image files of a folder and its subfolders.
struct ImageFolder {
  /// The files that should be images (is_picture_file()), by relative path with '/', each with its read error or an
  /// empty string. A folder that cannot be read is included, too; its path ends in '/'. A link that leads out of the
  /// folder cannot be read.
  std::map<std::string, std::string> files;
  /// Skipped entries, one line each: hidden folders, images of reports, links to folders that have another name, and
  /// links that lead out of the folder to files that are not named like images.
  std::vector<std::string> notes;
};

/// Follows links inside the folder; each folder is included once, without links if possible. @throws FileError if the
/// folder itself cannot be read, or contains more than a million files.
[[nodiscard]] ImageFolder find_images(const gpu::Folder& folder);

}  // namespace texelscope::app
