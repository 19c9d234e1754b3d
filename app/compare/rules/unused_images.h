#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace texelscope::app {

/// The images in a folder of expected images that are none of `used`, and to which no rule refers, as relative paths
/// with '/', sorted. `used` are paths like these. Images that rules ignore, and images of reports, are not unused.
/// @throws FileError if the folder or its rules cannot be read.
[[nodiscard]] std::vector<std::string> unused_images(const std::filesystem::path& folder,
                                                     const std::vector<std::string>& used);

/// Removes images that unused_images() has found in the folder. @throws FileError.
void remove_images(const std::filesystem::path& folder, const std::vector<std::string>& names);

}  // namespace texelscope::app
