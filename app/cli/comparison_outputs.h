#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/command.h"
#include "app/compare/report/report_writer.h"

namespace texelscope::app {

/// The files and lines that an image comparison writes in addition to its table or JSON.
struct ComparisonOutputs {
  /// A folder, or a page that ends in .html.
  std::string report;
  bool shows_failed_only = false;
  std::string junit;
  bool is_github = false;
  bool is_ctest = false;
  bool is_json = false;
  bool is_markdown = false;
  /// Where users will find the report.
  std::string report_url;
};

/// --report-failed-only, --junit, --github, --ctest, --json, --markdown and --report-url; the command itself declares
/// the option for the report.
void declare_comparison_outputs(CommandOptions& command, ComparisonOutputs& outputs);

/// Null if no report is requested. Fails early if an output cannot be written. @throws FileError, UsageError.
[[nodiscard]] std::unique_ptr<ReportWriter> open_outputs(const ComparisonOutputs& outputs);

/// Writes the report and the files. @throws FileError.
void write_files(const ComparisonOutputs& outputs, ReportWriter* report, const ReportText& text,
                 const std::vector<PairResult>& results);

/// Writes the report and the files, and prints the results. Returns the exit code. @throws FileError.
[[nodiscard]] int write_outputs(const ComparisonOutputs& outputs, ReportWriter* report, const ReportText& text,
                                const std::vector<PairResult>& results);

/// A line per failed pair that the GitHub runner shows at the expected image's file: "::error file=…,title=…::…"
/// (GitHub documentation: "Workflow commands for GitHub Actions").
[[nodiscard]] std::string github_annotations(const std::vector<PairResult>& results);

/// A line per image of a failed pair that CTest adds to its results (CMake documentation of ctest(1): "Additional Test
/// Measurements"): the expected, the actual and the difference image. `folder` is the report's folder.
[[nodiscard]] std::string ctest_measurements(const std::vector<PairResult>& results,
                                             const std::filesystem::path& folder);

}  // namespace texelscope::app
