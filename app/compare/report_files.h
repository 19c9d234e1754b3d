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

/// @throws FileError if a report in this folder would overwrite a foreign file.
void require_no_others_report(const std::filesystem::path& folder);

/// Removes a JUnit file of an earlier run, so that it is not mistaken for that of a run that ends early; a foreign file
/// remains until it is overwritten. Changes nothing if the disk is full. @throws FileError.
void remove_former_junit(const std::filesystem::path& file);

/// Replaces the page of an earlier report with one that reports that it is unfinished, and removes its results (an
/// empty path if there is none), so that an interrupted run leaves no outdated report. Changes nothing if the disk is
/// full. @throws FileError.
void begin_report(const std::filesystem::path& page, const std::filesystem::path& results);

}  // namespace texelscope::app
