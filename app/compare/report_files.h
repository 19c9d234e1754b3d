#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "app/files/file.h"

/// The files of a report's folder, which may contain foreign files, too.
namespace texelscope::app {

inline constexpr std::string_view report_results_name = "results.json";
inline constexpr std::string_view report_page_name = "index.html";
inline constexpr std::string_view report_pictures_name = "pictures";
/// The first bytes of a JUnit file.
inline constexpr std::string_view junit_begin = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites ";

/// Whether a folder contains the results of a report.
[[nodiscard]] bool has_report(const gpu::Folder& folder);

/// Whether a file starts like a report's page.
[[nodiscard]] bool is_page_of_report(const FilePlace& file);

/// @throws FileError if a report in this single page would overwrite a foreign file that is not empty.
void require_no_others_page(const std::filesystem::path& file);

/// @throws FileError if a report in this folder would overwrite a foreign file.
void require_no_others_report(const gpu::Folder& folder);

/// Checks that a JUnit file can be written, and removes that of an earlier run, so that it is not mistaken for that of
/// a run that ends early. Changes nothing if the disk is full. @throws FileError, also for an existing file that is
/// neither XML nor empty.
void begin_junit(const std::filesystem::path& file);

/// The page and the results of an earlier report while a new one is written. They are moved aside, and the page is
/// replaced with one that reports that it is unfinished, so that an interrupted run leaves no outdated report. The
/// destructor removes them.
class FormerReport {
 public:
  /// A single page has no results. Changes nothing if it fails. @throws FileError.
  FormerReport(const FilePlace& page, const std::optional<FilePlace>& results);

  /// Puts them back, which needs no space on the disk.
  void restore() noexcept;

 private:
  std::optional<gpu::FormerFile> page_;
  std::optional<gpu::FormerFile> results_;
};

}  // namespace texelscope::app
