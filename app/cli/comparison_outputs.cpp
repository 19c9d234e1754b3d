#include "app/cli/comparison_outputs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <iostream>
#include <string_view>

#include "app/cli/exit_code.h"
#include "app/cli/output.h"
#include "app/compare/report/markdown.h"
#include "app/compare/report/report_pictures.h"
#include "app/compare/report/results.h"
#include "app/compare/report_files.h"
#include "app/text/escape.h"

namespace texelscope::app {
namespace {

/// Escapes a message of a workflow command; a property must not contain colons or commas, either. Replaces
/// other control characters, because log viewers interpret them.
std::string escaped_for_github(std::string_view text, bool is_property) {
  std::string escaped;
  for (const char character : without_controls(text)) {
    const bool is_kept = character != '%' && character != '\r' && character != '\n' &&
                         !(is_property && (character == ':' || character == ','));
    escaped += is_kept ? std::string(1, character) : fmt::format("%{:02X}", static_cast<unsigned char>(character));
  }
  return escaped;
}

/// Without an address, a summary links nothing.
ReportAddress address_of(const ComparisonOutputs& outputs) {
  const std::string& url = outputs.report_url;
  if (url.empty() || is_report_page(url)) {
    return {url, !outputs.report.empty() && !is_report_page(outputs.report)};
  }
  return {fmt::format("{}{}{}", url, url.ends_with('/') ? "" : "/", report_page_name), !outputs.report.empty()};
}

}  // namespace

void declare_comparison_outputs(CommandOptions& command, ComparisonOutputs& outputs) {
  command.flag("--report-failed-only", outputs.shows_failed_only, "omit passing pairs from the report");
  command.option("--junit", "F.xml", outputs.junit, "write the results as JUnit XML", {.path = PathUse::write});
  command.flag("--github", outputs.is_github,
               "print each failure as an annotation that GitHub shows at the image's "
               "file");
  command.flag("--ctest", outputs.is_ctest,
               "print each failure's images as lines that CTest adds to its results; needs --report DIR");
  command.json(outputs.is_json);
  command.flag("--markdown", outputs.is_markdown,
               "print a summary for a pull request: counts, groups of like changes and their worst pairs",
               {.excludes = {"--json"}});
  command.option("--report-url", "URL", outputs.report_url,
                 "the address at which the report's folder or page will be found, for links in the summary",
                 {.needs = "--markdown"});
}

std::unique_ptr<ReportWriter> open_outputs(const ComparisonOutputs& outputs) {
  if (outputs.shows_failed_only && outputs.report.empty()) {
    throw UsageError("--report-failed-only needs a report; pass --report DIR");
  }
  if (outputs.is_ctest && (outputs.report.empty() || is_report_page(outputs.report))) {
    throw UsageError("--ctest needs a report folder; pass --report DIR instead of a single page");
  }
  if (!outputs.junit.empty()) {
    begin_junit(outputs.junit);
  }
  return outputs.report.empty()
             ? nullptr
             : std::make_unique<ReportWriter>(
                   outputs.report, outputs.shows_failed_only ? ReportPairs::failed : ReportPairs::all,
                   outputs.report_url.empty() ? PlacePictures::packed : PlacePictures::in_files);
}

void write_files(const ComparisonOutputs& outputs, ReportWriter* report, const ReportText& text,
                 const std::vector<PairResult>& results) {
  if (report != nullptr) {
    report->finish(text, results);
    print_note(fmt::format("wrote the report {}", report->page().string()));
  }
  if (!outputs.junit.empty()) {
    write_junit(outputs.junit, "texelscope compare", results);
  }
}

int write_outputs(const ComparisonOutputs& outputs, ReportWriter* report, const ReportText& text,
                  const std::vector<PairResult>& results) {
  write_files(outputs, report, text, results);
  std::cout << (outputs.is_json       ? to_json(results) + "\n"
                : outputs.is_markdown ? to_markdown(results, address_of(outputs))
                                      : to_table(results));
  // Standard output then contains only JSON or Markdown; both tools also read standard error.
  std::ostream& lines = outputs.is_json || outputs.is_markdown ? std::cerr : std::cout;
  if (outputs.is_github) {
    lines << github_annotations(results);
  }
  if (outputs.is_ctest) {
    lines << ctest_measurements(results, outputs.report);
  }
  return count_failed(results) > 0 ? exit_code::check_failed : exit_code::success;
}

std::string github_annotations(const std::vector<PairResult>& results) {
  std::string lines;
  for (const PairResult& result : results) {
    if (!result.has_passed()) {
      const std::string& file = result.file.empty() ? result.name : result.file;
      const std::string failures = fmt::format("{}", fmt::join(result.failures, "; "));
      lines += fmt::format("::error file={},title={}::{}\n", escaped_for_github(file, true),
                           escaped_for_github(full_name(result), true),
                           escaped_for_github(shortened_in_middle(failures, 1400, 600), false));
    }
  }
  return lines;
}

std::string ctest_measurements(const std::vector<PairResult>& results, const std::filesystem::path& folder) {
  constexpr std::array<std::string_view, 3> kinds{"expected", "actual", "difference"};
  std::string lines;
  for (const PairResult& result : results) {
    if (result.has_passed()) {
      continue;
    }
    for (const std::string_view kind : kinds) {
      if (const ReportPicture* const picture = find_picture(result, kind)) {
        lines += fmt::format("<CTestMeasurementFile type=\"{}\" name=\"{}: {}\">{}</CTestMeasurementFile>\n",
                             media_type(*picture), escaped_markup(message_line(full_name(result))), kind,
                             std::filesystem::absolute(folder / picture->path).lexically_normal().string());
      }
    }
  }
  return lines;
}

}  // namespace texelscope::app
