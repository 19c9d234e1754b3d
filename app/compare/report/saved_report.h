#pragma once

#include <filesystem>
#include <vector>

#include "app/compare/report/report_writer.h"

namespace texelscope::app {

/// A report read from disk.
struct SavedReport {
  ReportText text;
  /// The results, with the paths of their images, but without the bytes.
  std::vector<PairResult> results;
  /// The folder of the images.
  gpu::Folder folder;
};

/// Reads results.json of a report's folder, or a results.json file directly, or the output of `texelscope compare
/// --json`, which has no images. @throws FileError that names the fault.
[[nodiscard]] SavedReport read_report(const std::filesystem::path& path);

/// Reads reports that are to be merged. @throws FileError if two contain a pair of the same name; and if they are
/// shards and one is missing, duplicate, or from a different set.
[[nodiscard]] std::vector<SavedReport> read_reports(const std::vector<std::filesystem::path>& paths);

/// Merges reports into one, copying images one by one. The results are sorted, worst first. @throws FileError.
[[nodiscard]] SavedReport merge_reports(std::vector<SavedReport> reports, ReportWriter* writer);

}  // namespace texelscope::app
