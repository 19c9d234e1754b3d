#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/comparison_outputs.h"
#include "app/cli/exit_code.h"
#include "app/compare/report/saved_report.h"

namespace texelscope::app::report_command {
namespace {

struct Options {
  ComparisonOutputs outputs;
  std::vector<std::string> inputs;
};

void declare(CommandOptions& command, Options& options) {
  command.option("OUT", "", options.outputs.report, "the folder of the merged report, or FILE.html for a single page",
                 {.is_required = true, .path = PathUse::write_folder});
  command.option("IN", "", options.inputs, "report folders, with all their images",
                 {.is_required = true, .path = PathUse::read});
  declare_comparison_outputs(command, options.outputs);
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
  const std::unique_ptr<ReportWriter> report = open_outputs(options.outputs);
  const SavedReport merged = merge_reports(inputs, report.get());
  return write_outputs(options.outputs, report.get(), merged.text, merged.results);
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
