#pragma once

#include <filesystem>
#include <string_view>

/// The files of a report's folder, which may contain foreign files, too.
namespace texelscope::app {

inline constexpr std::string_view report_results_name = "results.json";
inline constexpr std::string_view report_page_name = "index.html";
inline constexpr std::string_view report_pictures_name = "pictures";
/// The first bytes of a JUnit file.
inline constexpr std::string_view junit_begin = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites ";

/// Whether a folder contains the results of a report.
[[nodiscard]] bool has_report(const std::filesystem::path& folder);

/// Whether a file starts like a report's page.
[[nodiscard]] bool is_page_of_report(const std::filesystem::path& file);

/// @throws FileError if a report in this single page would overwrite a foreign file that is not empty.
void require_no_others_page(const std::filesystem::path& file);

/// @throws FileError if a report in this folder would overwrite a foreign file.
void require_no_others_report(const std::filesystem::path& folder);

/// Checks that a JUnit file can be written, and removes that of an earlier run, so that it is not mistaken for that of
/// a run that ends early. Changes nothing if the disk is full. @throws FileError, also for an existing file that is
/// neither XML nor empty.
void begin_junit(const std::filesystem::path& file);

/// Replaces the page of an earlier report with one that reports that it is unfinished, and removes its results (an
/// empty path if there is none), so that an interrupted run leaves no outdated report. Changes nothing if the disk is
/// full. @throws FileError.
void begin_report(const std::filesystem::path& page, const std::filesystem::path& results);

}  // namespace texelscope::app
