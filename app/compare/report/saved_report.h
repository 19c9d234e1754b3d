#pragma once

#include <filesystem>
#include <vector>

#include "app/compare/report/report_writer.h"

namespace texelscope::app {

/// A report that was written before.
struct SavedReport {
  ReportText text;
  /// With the paths of their pictures, and without the bytes.
  std::vector<PairResult> results;
  /// Where the pictures are.
  std::filesystem::path folder;
};

/// Reads results.json of a report's folder, or such a file by its own name; also what `texelscope compare --json`
/// printed, which has no pictures. @throws FileError, naming what is wrong.
[[nodiscard]] SavedReport read_report(const std::filesystem::path& path);

/// The bytes of a pair's pictures. @throws FileError.
void load_pictures(const SavedReport& report, PairResult& result);

/// Joins reports into one, whose pictures are written as they are read. The results are sorted, the worst first.
/// @throws FileError where two have a pair of the same name; and where they are shards and one is missing, there twice,
/// or of another set.
[[nodiscard]] SavedReport merge_reports(const std::vector<std::filesystem::path>& paths, ReportWriter* writer);

}  // namespace texelscope::app
