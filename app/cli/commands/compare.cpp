#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/common_options.h"
#include "app/cli/comparison_outputs.h"
#include "app/cli/output.h"
#include "app/compare/compare_files.h"
#include "app/compare/report_writer.h"
#include "app/compare/shard.h"

namespace texelscope::app::compare_command {
namespace {

struct Options {
  std::string expected;
  std::string actual;
  std::string preset = "exact";
  Limits limits;
  std::string max_differing;
  std::string shard;
  ComparisonOutputs outputs;
  bool ignores_orientation = false;
  std::string part;
};

/// A limit that is given replaces that of the preset.
void declare_limits(CommandOptions& command, Options& options) {
  std::vector<Word> presets;
  for (const LimitPreset& preset : limit_presets()) {
    presets.push_back({std::string(preset.name), std::string(preset.text)});
  }
  command.option("--preset", "NAME", options.preset, "limits by name: exact or visual; exact by default",
                 {.words = presets});
  for (const LimitDeclaration& limit : limit_declarations()) {
    std::string name = fmt::format("--{}", limit.name);
    std::ranges::replace(name, '_', '-');
    command.option(name, "X", options.limits.*limit.member, limit.text, {.least = limit.least, .most = limit.most});
  }
  command.flag("--ignore-antialiasing", options.limits.ignores_antialiasing,
               "let edges move by less than half a pixel");
  command.option("--max-differing", "N|N%", options.max_differing,
                 "how many pixels may be beyond what a pixel is allowed");
}

/// Those of the preset, but for those that are given.
Limits limits_of(const Options& options) {
  Limits limits = limits_of_preset(options.preset);
  for (const LimitDeclaration& limit : limit_declarations()) {
    if (const std::optional<double>& given = options.limits.*limit.member) {
      limits.*limit.member = given;
    }
  }
  limits.ignores_antialiasing |= options.limits.ignores_antialiasing;
  if (!options.max_differing.empty()) {
    limits.max_differing = parse_pixel_amount(options.max_differing);
  }
  return limits;
}

void declare(CommandOptions& command, Options& options) {
  command.option("EXPECTED", "", options.expected, "an image, or a folder of images",
                 {.is_required = true, .path = PathUse::read});
  command.option("ACTUAL", "", options.actual, "what should be the same", {.is_required = true, .path = PathUse::read});
  command.option(
      "--report", "DIR", options.outputs.report,
      "write a page to look at the images into a folder; with a name that ends in .html, one page with all inside",
      {.path = PathUse::write_folder});
  declare_limits(command, options);
  command.option("--shard", "I/N", options.shard, "compare one of N parts of the pairs, chosen by their names: 3/16");
  add_reading_options(command, options.ignores_orientation, options.part);
  declare_comparison_outputs(command, options.outputs);
}

/// The first note; hundreds of files may have the same.
void print_notes(const std::vector<PairResult>& results) {
  const auto has_note = [](const PairResult& result) { return !result.notes.empty(); };
  const auto first = std::ranges::find_if(results, has_note);
  if (first != results.end()) {
    const auto others = std::ranges::count_if(results, has_note) - 1;
    print_image_note(first->name,
                     fmt::format("{}{}", fmt::join(first->notes, "; "),
                                 others > 0 ? fmt::format("; {} more pairs have such a note", others) : ""));
  }
}

/// Compares two images or two folders; 1 when any pair is beyond the tolerance.
int run(const Options& options) {
  ReportText text{.title = fmt::format("{} and {}", options.expected, options.actual),
                  .accept_command = {"texelscope", "compare", options.expected, options.actual, "--update"}};
  if (!options.shard.empty()) {
    text.shard = option_value("--shard", [&] { return parse_shard(options.shard); });
  }
  const Limits limits = limits_of(options);
  std::vector<FilePair> files = find_pairs(options.expected, options.actual);
  if (text.shard) {
    keep_shard(files, *text.shard);
  }
  const std::unique_ptr<ReportWriter> report = open_outputs(options.outputs);
  std::vector<PairResult> results;
  {
    Progress progress;
    results = compare_files(files, {.limits = limits, .measures_all = options.outputs.is_json}, report.get(),
                            reading_option(options.ignores_orientation, options.part), [&](std::size_t done) {
                              progress.show(fmt::format("compared {} of {} pairs", done, files.size()));
                            });
  }
  print_notes(results);
  return write_outputs(options.outputs, report.get(), text, results);
}

const RegisteredSubcommand registered{
    {.name = "compare",
     .text = "how far two images, or those of two folders, are apart",
     .group = CommandGroup::picture_tests,
     .rank = 10,
     .footer = "With no limit given, not one byte may differ. Code 1 when a pair is beyond a limit, or an image is "
               "missing, extra, of\nanother size or damaged.",
     .declare = with_options(declare, run)}};

}  // namespace
}  // namespace texelscope::app::compare_command
