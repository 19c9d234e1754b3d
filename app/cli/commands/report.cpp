#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/comparison_outputs.h"
#include "app/cli/exit_code.h"
#include "app/compare/report/history.h"
#include "app/compare/report/saved_report.h"
#include "app/compare/report/shard.h"
#include "app/compare/report_files.h"
#include "app/files/file_error.h"

namespace texelscope::app::report_command {
namespace {

struct Options {
  ComparisonOutputs outputs;
  std::vector<std::string> inputs;
  std::string history;
};

void declare(CommandOptions& command, Options& options) {
  command.option("OUT", "", options.outputs.report, "the folder of the merged report, or FILE.html for a single page",
                 {.is_required = true, .path = PathUse::write_folder});
  command.option("IN", "", options.inputs, "report folders, with all their images",
                 {.is_required = true, .path = PathUse::read});
  command.option("--history", "F.json", options.history,
                 "add the verdicts to those of earlier runs in this file, and name pairs whose verdict flips",
                 {.path = PathUse::write});
  declare_comparison_outputs(command, options.outputs);
}

/// The report that a folder contains; nullopt if it contains none that can be read.
std::optional<SavedReport> report_in(const std::filesystem::path& folder) {
  std::error_code error;
  if (!std::filesystem::exists(folder / report_results_name, error)) {
    return std::nullopt;
  }
  try {
    return read_report(folder);
  } catch (const FileError&) {
    return std::nullopt;
  }
}

/// Whether one of the reports contains a pair of this one.
bool has_pair_of(const SavedReport& former, const std::vector<SavedReport>& reports) {
  std::set<std::string_view> names;
  for (const PairResult& result : former.results) {
    names.insert(result.name);
  }
  return std::ranges::any_of(reports, [&](const SavedReport& report) {
    return std::ranges::any_of(report.results, [&](const PairResult& result) { return names.contains(result.name); });
  });
}

int run(const Options& options) {
  const std::vector<std::filesystem::path> inputs(options.inputs.begin(), options.inputs.end());
  for (const std::filesystem::path& input : inputs) {
    std::error_code error;
    const std::filesystem::path folder =
        std::filesystem::is_directory(input, error) ? input : std::filesystem::absolute(input, error).parent_path();
    if (std::filesystem::equivalent(folder, options.outputs.report, error)) {
      throw UsageError(fmt::format("OUT is one of the input reports, {}; specify another folder", input.string()));
    }
  }
  const std::optional<SavedReport> former = report_in(options.outputs.report);
  if (former && former->text.shard) {
    throw UsageError(fmt::format("OUT, {}, is the report of shard {}; specify the folder of the merged report first",
                                 options.outputs.report, to_string(*former->text.shard)));
  }
  std::vector<SavedReport> reports = read_reports(inputs);
  if (former && !former->results.empty() && !has_pair_of(*former, reports)) {
    throw UsageError(
        fmt::format("OUT, {}, is a report of {} other pairs; specify another folder first, or remove that report",
                    options.outputs.report, former->results.size()));
  }
  VerdictHistory history = options.history.empty() ? VerdictHistory() : read_history(options.history);
  // Only now is the former report replaced.
  const std::unique_ptr<ReportWriter> report = open_outputs(options.outputs);
  SavedReport merged = merge_reports(std::move(reports), report.get());
  if (!options.history.empty()) {
    add_run(history, merged.results);
  }
  const int code = write_outputs(options.outputs, report.get(), merged.text, merged.results);
  if (!options.history.empty()) {
    write_history(options.history, history);
  }
  return code;
}

const RegisteredSubcommand registered{{.name = "report",
                                       .text = "work with reports of image comparisons",
                                       .group = CommandGroup::picture_tests,
                                       .rank = 15}};
const RegisteredSubcommand registered_merge{
    {.name = "report merge",
     .text = "merge the reports of shards; exit code 1 if any pair failed",
     .group = CommandGroup::picture_tests,
     .rank = 10,
     .footer = "Merging the reports of shards (compare --shard I/N) requires all N reports.",
     .declare = with_options(declare, run)}};

}  // namespace
}  // namespace texelscope::app::report_command
