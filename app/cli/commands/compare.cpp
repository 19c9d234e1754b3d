#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "app/cli/commands/compare_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/progress.h"
#include "app/cli/range_check.h"
#include "app/compare/compare_files.h"
#include "app/files/file.h"

namespace texelscope::app {

void add_tolerance_options(CLI::App& command, Tolerance& tolerance) {
  command.add_option("--max-error", tolerance.max_error, "largest difference of a value, in its own steps")
      ->type_name("N")
      ->check(at_least(0));
  command.add_option("--max-mean", tolerance.max_mean, "largest mean difference of the values of an image")
      ->type_name("X")
      ->check(at_least(0));
  command.add_option("--max-flip", tolerance.max_flip, "largest mean of FLIP, 0 to 1")
      ->type_name("X")
      ->check(within(0, 1));
  command.add_option("--min-ssim", tolerance.min_ssim, "smallest SSIM, -1 to 1")->type_name("X")->check(within(-1, 1));
  command.add_option("--min-psnr", tolerance.min_psnr, "smallest PSNR in decibels")->type_name("X")->check(at_least(0));
}

void add_compare(CLI::App& app, CompareOptions& options) {
  CLI::App* const command = app.add_subcommand("compare", "how far two images, or those of two folders, are apart");
  command->add_option("EXPECTED", options.expected, "an image, or a folder of images")->type_name("")->required();
  command->add_option("ACTUAL", options.actual, "what should be the same")->type_name("")->required();
  command->add_option("--report", options.report, "write a page to look at the images into a folder")->type_name("DIR");
  add_tolerance_options(*command, options.tolerance);
  command->add_option("--junit", options.junit, "write the results as JUnit XML")->type_name("F.xml");
  command->add_flag("--json", options.is_json, "as JSON");
  command->footer(
      "With no limit given, not one byte may differ. Code 1 when a pair is beyond a limit, or an image is "
      "missing, extra, of\nanother size or damaged.");
}

int run_compare(const CompareOptions& options) {
  if (!options.junit.empty()) {
    require_writable(options.junit);
  }
  const std::vector<FilePair> files = find_pairs(options.expected, options.actual);
  const KeepImages keep = options.report.empty() ? KeepImages::no : KeepImages::yes;
  std::vector<PairResult> results;
  {
    Progress progress;
    results = compare_files(files, options.tolerance, keep, [&](std::size_t done) {
      progress.show(fmt::format("compared {} of {} pairs", done, files.size()));
    });
  }
  const std::string title = fmt::format("{} and {}", options.expected, options.actual);
  if (!options.report.empty()) {
    write_report(options.report, title, results);
    print_note(fmt::format("the report is {}", (std::filesystem::path(options.report) / "index.html").string()));
  }
  if (!options.junit.empty()) {
    write_junit(options.junit, "texelscope compare", results);
  }
  std::cout << (options.is_json ? to_json(results) + "\n" : to_table(results));
  const bool has_failed = std::ranges::any_of(results, [](const PairResult& result) { return !result.has_passed(); });
  return has_failed ? exit_code::check_failed : exit_code::success;
}

}  // namespace texelscope::app
