#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/compare/image_pair.h"
#include "app/compare/rules/compare_by_rules.h"
#include "app/images/image_file.h"

namespace texelscope::app {

class ReportWriter;

/// Two files that should hold the same image.
struct FilePair {
  std::string name;
  std::filesystem::path expected;
  std::filesystem::path actual;
  /// Why one is no file to read, such as a link that leads nowhere; empty for most.
  std::string fault{};
  /// A file that may be meant, where one of the pair is missing.
  std::string hint{};
};

/// The pairs to compare.
struct PairList {
  std::vector<FilePair> pairs;
  /// Files that are left out, and rules that match nothing; a line each.
  std::vector<std::string> notes;
};

/// Two files are one pair; of two folders, all pictures in either, and in the folders within, by their path there and
/// in its order: those that rules leave out, and images that rules name for others, are none.
/// @throws FileError when there is nothing to compare, or a folder cannot be read.
[[nodiscard]] PairList find_pairs(const std::filesystem::path& expected, const std::filesystem::path& actual,
                                  const ComparisonRules& rules = {});

/// Reads both files; what cannot be read is told in the pair. A part is that of files of several pictures.
[[nodiscard]] ImagePair load_pair(const FilePair& files, const ReadOptions& options = {});

/// Reads and compares a pair as rules say; see compare_by_rules(). Where none says which part, all parts of files of
/// several are compared, by their places, and the worst is told; another number of them, and other frames of an
/// animation, which are not read, are failures.
[[nodiscard]] PairResult compare_file_pair(const FilePair& files, const ComparisonRules& rules,
                                           const ComparisonOptions& options, KeepImages keep);

/// Compares all pairs of files on all cores and sorts the worst to the front. Their pictures go to `report`, which may
/// be null. `on_pair` is called after each pair with the number of those that are done, one call at a time, on any
/// thread. @throws FileError of the report.
[[nodiscard]] std::vector<PairResult> compare_files(const std::vector<FilePair>& files, const ComparisonRules& rules,
                                                    const ComparisonOptions& options, ReportWriter* report,
                                                    const std::function<void(std::size_t)>& on_pair);

}  // namespace texelscope::app
