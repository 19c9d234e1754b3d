#include "app/cli/comparison_outputs.h"

#include <fmt/format.h>

#include <iostream>

#include "app/cli/exit_code.h"
#include "app/cli/output.h"
#include "app/compare/report/annotations.h"
#include "app/compare/report/results.h"
#include "app/compare/report_files.h"

namespace texelscope::app {

void declare_comparison_outputs(CommandOptions& command, ComparisonOutputs& outputs) {
  command.flag("--report-failed-only", outputs.shows_failed_only, "omit passing pairs from the report");
  command.option("--junit", "F.xml", outputs.junit, "write the results as JUnit XML", {.path = PathUse::write});
  command.flag("--github", outputs.is_github,
               "print each failure as an annotation that GitHub shows at the image's "
               "file");
  command.flag("--ctest", outputs.is_ctest,
               "print each failure's images as lines that CTest adds to its results; needs --report DIR");
  command.json(outputs.is_json);
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
             : std::make_unique<ReportWriter>(outputs.report,
                                              outputs.shows_failed_only ? ReportPairs::failed : ReportPairs::all);
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
  std::cout << (outputs.is_json ? to_json(results) + "\n" : to_table(results));
  // With --json, standard output contains only JSON; both tools also read standard error.
  std::ostream& lines = outputs.is_json ? std::cerr : std::cout;
  if (outputs.is_github) {
    lines << github_annotations(results);
  }
  if (outputs.is_ctest) {
    lines << ctest_measurements(results, outputs.report);
  }
  return count_failed(results) > 0 ? exit_code::check_failed : exit_code::success;
}

}  // namespace texelscope::app
