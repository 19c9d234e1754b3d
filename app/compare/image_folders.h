#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/compare/compare.h"

namespace texelscope::app {

/// Two files that should hold the same image.
struct FilePair {
  std::string name;
  std::filesystem::path expected;
  std::filesystem::path actual;
};

/// Two files are one pair; of two folders, all images in either, and in the folders within, by their path there and in
/// its order. @throws FileError when there is nothing to compare, or a folder cannot be read.
[[nodiscard]] std::vector<FilePair> find_pairs(const std::filesystem::path& expected,
                                               const std::filesystem::path& actual);

/// Reads both files; what cannot be read is told in the pair.
[[nodiscard]] ImagePair load_pair(const FilePair& files);

}  // namespace texelscope::app
