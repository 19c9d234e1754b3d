#pragma once

#include <filesystem>
#include <string_view>

/// The files of a report's folder, which others may have files in.
namespace texelscope::app {

inline constexpr std::string_view report_results_name = "results.json";
inline constexpr std::string_view report_page_name = "index.html";
inline constexpr std::string_view report_pictures_name = "pictures";

/// Whether a folder has the results of a report.
[[nodiscard]] bool has_report(const std::filesystem::path& folder);

/// Whether a file begins as a report's page.
[[nodiscard]] bool is_page_of_report(const std::filesystem::path& file);

/// @throws FileError where a report in this folder would write over a file that no report has written.
void require_no_others_report(const std::filesystem::path& folder);

/// Puts a page that says so in the place of a former report's, and removes its results, which may be empty for none: a
/// run that is ended early leaves no report of another run. On a full disk all stays as it was. @throws FileError.
void begin_report(const std::filesystem::path& page, const std::filesystem::path& results);

}  // namespace texelscope::app
