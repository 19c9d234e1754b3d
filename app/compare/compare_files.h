#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/compare/image_pair.h"
#include "app/images/image_file.h"

namespace texelscope::app {

class ReportWriter;

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

/// Reads both files; what cannot be read is told in the pair. A part is that of files of several pictures.
[[nodiscard]] ImagePair load_pair(const FilePair& files, const ReadOptions& options = {});

/// Compares all pairs of files on all cores and sorts the worst to the front. Their pictures go to `report`, which may
/// be null. `on_pair` is called after each pair with the number of those that are done, one call at a time, on any
/// thread. @throws FileError of the report.
[[nodiscard]] std::vector<PairResult> compare_files(const std::vector<FilePair>& files,
                                                    const ComparisonOptions& options, ReportWriter* report,
                                                    const ReadOptions& reading,
                                                    const std::function<void(std::size_t)>& on_pair);

}  // namespace texelscope::app
