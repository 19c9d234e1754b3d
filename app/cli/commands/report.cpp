#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
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
#include "app/cli/output.h"
#include "app/compare/report/history.h"
#include "app/compare/report/saved_report.h"
#include "app/compare/report/shard.h"
#include "app/compare/report_files.h"
#include "app/compare/rules/unused_images.h"
#include "app/files/file_error.h"

namespace texelscope::app::report_command {
namespace {

namespace fs = std::filesystem;

struct Options {
  ComparisonOutputs outputs;
  std::vector<std::string> inputs;
  std::vector<std::string> expected;
  bool prunes = false;
  std::string history;
};

void declare(CommandOptions& command, Options& options) {
  command.option("OUT", "", options.outputs.report, "the folder of the merged report, or FILE.html for a single page",
                 {.is_required = true, .path = PathUse::write_folder});
  command.option("IN", "", options.inputs, "report folders, with all their images, or folders that contain some",
                 {.is_required = true, .path = PathUse::read});
  command.option("--expected", "DIR", options.expected,
                 "report the images in these folders of expected images that no pair used", {.path = PathUse::read});
  command.flag("--prune", options.prunes, "remove those images", {.needs = "--expected"});
  command.option("--history", "F.json", options.history,
                 "add the verdicts to those of earlier runs in this file, and name pairs whose verdict flips",
                 {.path = PathUse::write});
  declare_comparison_outputs(command, options.outputs);
}

/// The expected images of the pairs that are in the folder, relative to it.
std::vector<std::string> used_images(const fs::path& folder, const std::vector<PairResult>& results) {
  std::vector<std::string> used;
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(folder, error);
  for (const PairResult& result : results) {
    // Only the folder is resolved: the image itself may be a link.
    const fs::path file(result.file);
    const fs::path name = (fs::weakly_canonical(file.parent_path(), error) / file.filename()).lexically_relative(whole);
    if (!result.file.empty() && !name.empty() && *name.begin() != "..") {
      used.push_back(name.generic_string());
    }
  }
  return used;
}

/// Reports the expected images that no pair used, and removes them on request. @throws FileError, UsageError.
void report_unused(const Options& options, const std::vector<PairResult>& results) {
  for (const std::string& folder : options.expected) {
    const std::vector<std::string> used = used_images(folder, results);
    if (used.empty()) {
      const std::string text = fmt::format("no pair used an image of {}; run its tests first", folder);
      if (options.prunes) {
        throw UsageError(text);
      }
      print_note(text);
      continue;
    }
    const std::vector<std::string> unused = unused_images(folder, used);
    for (const std::string& name : unused) {
      print_note(fmt::format("{} {}", (fs::path(folder) / name).string(),
                             options.prunes ? "removed: no test used it" : "is unused: no test that ran compares it"));
    }
    if (options.prunes) {
      remove_images(folder, unused);
    }
  }
}

/// Replaces each folder that has no report of its own with those in it, except for `out`. A folder without any remains,
/// for an error that names it. @throws FileError.
std::vector<fs::path> with_inner_reports(const std::vector<std::string>& inputs, const fs::path& out) {
  std::vector<fs::path> reports;
  for (const fs::path input : inputs) {
    std::error_code error;
    const std::size_t count = reports.size();
    if (fs::is_directory(input, error) && !fs::exists(input / report_results_name, error)) {
      // Never throws: what cannot be read contains no report.
      for (fs::recursive_directory_iterator entry(input, fs::directory_options::skip_permission_denied, error);
           !error && entry != fs::end(entry); entry.increment(error)) {
        const fs::path folder = entry->path().parent_path();
        if (entry->path().filename() == report_results_name && has_report(folder) &&
            !fs::equivalent(folder, out, error)) {
          reports.push_back(folder);
        }
        error.clear();
      }
      std::sort(reports.begin() + static_cast<std::ptrdiff_t>(count), reports.end());
    }
    if (reports.size() == count) {
      reports.push_back(input);
    }
  }
  return reports;
}

/// The report that a folder contains; nullopt if it contains none that can be read.
std::optional<SavedReport> report_in(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(folder / report_results_name, error)) {
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
  std::set<std::pair<std::string_view, std::string_view>> names;
  for (const PairResult& result : former.results) {
    names.emplace(result.test, result.name);
  }
  return std::ranges::any_of(reports, [&](const SavedReport& report) {
    return std::ranges::any_of(report.results, [&](const PairResult& result) {
      return names.contains({result.test, result.name});
    });
  });
}

int run(const Options& options) {
  const std::vector<fs::path> inputs = with_inner_reports(options.inputs, options.outputs.report);
  for (const fs::path& input : inputs) {
    std::error_code error;
    const fs::path folder = fs::is_directory(input, error) ? input : fs::absolute(input, error).parent_path();
    if (fs::equivalent(folder, options.outputs.report, error)) {
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
  report_unused(options, merged.results);
  return code;
}

const RegisteredSubcommand registered{{.name = "report",
                                       .text = "work with reports of image comparisons",
                                       .group = CommandGroup::picture_tests,
                                       .rank = 15}};
const RegisteredSubcommand registered_merge{
    {.name = "report merge",
     .text = "merge the reports of tests or shards; exit code 1 if any pair failed",
     .group = CommandGroup::picture_tests,
     .rank = 10,
     .footer = "Merging the reports of shards (compare --shard I/N) requires all N reports.",
     .declare = with_options(declare, run)}};

}  // namespace
}  // namespace texelscope::app::report_command
