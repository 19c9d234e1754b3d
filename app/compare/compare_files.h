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

/// The pairs to compare.
struct PairList {
  std::vector<FilePair> pairs;
  /// Skipped files, and rules that match nothing; one line each.
  std::vector<std::string> notes;
};

/// Two files form one pair; two folders form a pair for every image in either folder or in its subfolders, by relative
/// path, sorted. Excludes images that rules ignore, and those that rules for other images refer to. @throws FileError
/// if there is nothing to compare, or a folder cannot be read.
[[nodiscard]] PairList find_pairs(const std::filesystem::path& expected, const std::filesystem::path& actual,
                                  const ComparisonRules& rules = {});

/// Reads both files; read errors are stored in the pair. A part applies only to files with multiple images.
[[nodiscard]] ImagePair load_pair(const FilePair& files, const ReadOptions& options = {});

/// Reads and compares a pair by the rules; see compare_by_rules(). Unless a rule selects a part, files with multiple
/// parts are compared part by part, by name, and the worst result is returned; parts that only one file has, and
/// animations that differ in frames that are not read, are failures.
[[nodiscard]] PairResult compare_file_pair(const FilePair& files, const ComparisonRules& rules,
                                           const ComparisonOptions& options, KeepImages keep);

/// Compares all pairs of files on all cores, and sorts the worst to the front. Writes their images to `report`, which
/// may be null. Calls `on_pair` after each pair with the number of completed pairs, one call at a time, on any thread.
/// @throws FileError of the report.
[[nodiscard]] std::vector<PairResult> compare_files(const std::vector<FilePair>& files, const ComparisonRules& rules,
                                                    const ComparisonOptions& options, ReportWriter* report,
                                                    const std::function<void(std::size_t)>& on_pair);

}  // namespace texelscope::app
