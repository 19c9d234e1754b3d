#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/compare_review.h"
#include "app/cli/comparison_outputs.h"
#include "app/cli/exit_code.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "app/cli/program_text.h"
#include "app/cli/reading_options.h"
#include "app/compare/compare_files.h"
#include "app/compare/report/report_writer.h"
#include "app/compare/report/shard.h"
#include "app/compare/report_files.h"
#include "app/compare/rules/accept.h"
#include "app/compare/rules/rules_file.h"
#include "app/files/file.h"
#include "app/text/escape.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app::compare_command {
namespace {

struct Options {
  std::string expected;
  std::string actual;
  std::string preset = "exact";
  Limits limits;
  std::string max_differing;
  std::string shard;
  std::string test;
  ComparisonOutputs outputs;
  bool has_only_pixels = false;
  bool ignores_orientation = false;
  std::string part;
  std::string rules;
  std::string renderer;
  /// The pairs to accept; an empty list means all that differ.
  std::optional<std::vector<std::string>> updated;
  bool only_failed = false;
  bool prunes = false;
  bool is_dry = false;
  ReviewOptions review;
};

std::string option_name(const LimitDeclaration& limit) {
  std::string name = fmt::format("--{}", limit.name);
  std::ranges::replace(name, '_', '-');
  return name;
}

/// An explicit limit replaces that of the preset.
void declare_limits(CommandOptions& command, Options& options) {
  std::vector<Word> presets;
  for (const LimitPreset& preset : limit_presets()) {
    presets.push_back({std::string(preset.name), std::string(preset.text)});
  }
  command.option("--preset", "NAME", options.preset, "preset limits: exact or visual (default: exact)",
                 {.words = presets});
  for (const LimitDeclaration& limit : limit_declarations()) {
    command.option(option_name(limit), "X", options.limits.*limit.member, limit.text,
                   {.least = limit.least, .most = limit.most, .is_whole = limit.is_whole});
  }
  command.flag("--ignore-antialiasing", options.limits.ignores_antialiasing,
               "tolerate edges that move by less than half a pixel");
  command.option("--max-differing", "N|N%", options.max_differing,
                 "largest number of pixels that may exceed their limits");
}

/// The preset's limits, overridden by explicit limits.
Limits limits_of(const Options& options) {
  Limits limits = limits_of_preset(options.preset);
  for (const LimitDeclaration& limit : limit_declarations()) {
    if (const std::optional<double>& given = options.limits.*limit.member) {
      limits.*limit.member = given;
    }
  }
  limits.ignores_antialiasing |= options.limits.ignores_antialiasing;
  if (!options.max_differing.empty()) {
    try {
      limits.max_differing = parse_pixel_amount(options.max_differing);
    } catch (const gpu::InvalidArgument& error) {
      throw UsageError(fmt::format("--max-differing: {}", error.what()));
    }
  }
  return limits;
}

void declare_update(CommandOptions& command, Options& options) {
  command.option("--update", "NAME", options.updated,
                 "replace the expected images of these pairs with the actual ones (default: all that differ)");
  command.flag("--failed", options.only_failed, "update only pairs that fail", {.needs = "--update"});
  command.flag("--prune", options.prunes, "with --update, remove expected images whose actual image is missing",
               {.needs = "--update"});
  command.flag("--dry-run", options.is_dry, "show what --update would do, without changing anything",
               {.needs = "--update"});
}

void declare(CommandOptions& command, Options& options) {
  command.option("EXPECTED", "", options.expected, "an image, or a folder of images",
                 {.is_required = true, .path = PathUse::write_folder});
  command.option("ACTUAL", "", options.actual, "the image or folder to compare with it",
                 {.is_required = true, .path = PathUse::read});
  command.option(
      "--report", "DIR", options.outputs.report,
      "write a report with all images into a folder, or, if the name ends in .html, into one self-contained page",
      {.path = PathUse::write_folder});
  declare_limits(command, options);
  command.flag("--pixels-only", options.has_only_pixels,
               "compare only the pixels, even without limits: no color spaces, names or data that is not read");
  command.option("--shard", "I/N", options.shard,
                 "compare only part I of N of the pairs, selected by name, such as "
                 "3/16");
  command.option("--test", "NAME", options.test,
                 "the test that compares the pairs, so that reports of different tests can be merged");
  add_reading_options(command, options.ignores_orientation, options.part, "all");
  command.option("--rules", "F.json", options.rules,
                 "rules for images by name (default: compare.json in the folder of the expected images)",
                 {.path = PathUse::read});
  command.option("--renderer", "NAME", options.renderer, "the renderer of the images, for rules that depend on it");
  declare_update(command, options);
  declare_review(command, options.review);
  declare_comparison_outputs(command, options.outputs);
}

/// Prints each note once, because hundreds of files may have the same note.
void print_notes(const std::vector<PairResult>& results) {
  std::map<std::string_view, std::vector<std::string_view>> names;
  for (const PairResult& result : results) {
    for (const std::string& note : result.notes) {
      names[note].push_back(result.name);
    }
  }
  for (const auto& [note, pairs] : names) {
    const std::size_t others = pairs.size() - 1;
    print_image_note(
        std::string(pairs.front()),
        fmt::format("{}{}", note, others > 0 ? fmt::format("; {} more pair{}", others, others > 1 ? "s" : "") : ""));
  }
}

/// A limit intended for 8 bits passes nearly all float images, where white is 1.
void print_note_of_float_steps(const Options& options, const std::vector<PairResult>& results,
                               const ComparisonRules& rules) {
  const std::optional<double>& given = options.limits.max_error;
  if (!given || *given < 1) {
    return;
  }
  std::vector<std::string_view> names;
  for (const PairResult& result : results) {
    if (result.comparison && result.comparison->type == gpu::DataType::float32 &&
        rules.for_image(result.name).limits.max_error == given) {
      names.push_back(result.name);
    }
  }
  if (!names.empty()) {
    const std::string others = names.size() > 1 ? fmt::format(" and {} more", names.size() - 1) : "";
    print_note(
        fmt::format("--max-error {} is in units of the data type; for floats it is the value itself, where white is "
                    "1: {}{}; use a rule to limit float images",
                    *given, names.front(), others));
  }
}

ComparisonRules rules_of(const Options& options) {
  ComparisonRules rules;
  rules.file = options.rules.empty() ? find_rules(folder_of_rules(options.expected)) : load_rules(options.rules);
  rules.platform = this_platform(options.renderer);
  rules.initial.limits = limits_of(options);
  rules.initial.has_only_pixels = options.has_only_pixels;
  rules.initial.reading = reading_option(options.ignores_orientation, options.part);
  return rules;
}

/// The options that determine the comparison, as arguments for another command; includes the renderer even if the
/// environment specifies it.
std::vector<std::string> comparison_words(const Options& options, const ComparisonRules& rules) {
  std::vector<std::string> words;
  const auto add = [&](const std::string& name, const std::string& value) {
    if (value.starts_with('-')) {
      // A separate word that begins with a dash would be parsed as an option.
      words.push_back(fmt::format("{}={}", name, value));
    } else if (!value.empty()) {
      words.insert(words.end(), {name, value});
    }
  };
  if (options.preset != Options().preset) {
    add("--preset", options.preset);
  }
  for (const LimitDeclaration& limit : limit_declarations()) {
    if (const std::optional<double>& given = options.limits.*limit.member) {
      add(option_name(limit), fmt::format("{}", *given));
    }
  }
  if (options.limits.ignores_antialiasing) {
    words.emplace_back("--ignore-antialiasing");
  }
  add("--max-differing", options.max_differing);
  if (options.has_only_pixels) {
    words.emplace_back("--pixels-only");
  }
  if (options.ignores_orientation) {
    words.emplace_back("--ignore-orientation");
  }
  add("--part", options.part);
  add("--rules", options.rules);
  add("--renderer", rules.platform.renderer);
  return words;
}

/// The command line that accepts pairs in the report, without the pairs' names; empty if the report, which is UTF-8,
/// cannot contain it.
std::vector<std::string> accept_command(const Options& options, const ComparisonRules& rules) {
  std::vector<std::string> words{std::string(this_program().name), "compare", options.expected, options.actual};
  const std::vector<std::string> compared = comparison_words(options, rules);
  words.insert(words.end(), compared.begin(), compared.end());
  words.emplace_back("--update");
  return std::ranges::all_of(words, is_utf8) ? words : std::vector<std::string>{};
}

/// Prints each change after it is made, so that the completed changes are known if one fails.
int update(const Options& options, const std::vector<FilePair>& files, const std::vector<PairResult>& results,
           const ComparisonRules& rules) {
  const std::vector<Acceptance> plan = plan_acceptance(
      files, results, rules, {.names = *options.updated, .only_failed = options.only_failed, .prunes = options.prunes});
  Json changes = Json::array();
  const auto tell = [&](const Acceptance& each) {
    if (options.outputs.is_json) {
      changes.push_back(
          {{"kind", to_string(each.kind)}, {"name", each.name}, {"file", each.target.string()}, {"text", each.text}});
    } else {
      std::cout << message_line(fmt::format("{:<8} {}: {}", to_string(each.kind), each.target.string(), each.text))
                << std::endl;
    }
  };
  if (options.is_dry) {
    std::ranges::for_each(plan, tell);
  } else {
    accept_images(plan, tell);
  }
  const auto written = std::ranges::count_if(plan, &Acceptance::writes);
  if (options.outputs.is_json) {
    std::cout << json_text({{"changes", std::move(changes)}, {"is_written", written > 0 && !options.is_dry}});
  } else {
    std::cout << (written == 0 ? "nothing to change\n"
                               : fmt::format("expected images {}: {}\n",
                                             options.is_dry ? "that would change (dry run)" : "changed", written));
  }
  const bool has_refused = std::ranges::find(plan, AcceptanceKind::refused, &Acceptance::kind) != plan.end();
  return has_refused ? exit_code::check_failed : exit_code::success;
}

/// @throws UsageError for a report whose images the next run would compare.
void require_apart(const Options& options) {
  if (options.outputs.report.empty() || is_report_page(options.outputs.report)) {
    return;
  }
  for (const std::string& folder : {options.expected, options.actual}) {
    std::error_code error;
    if (std::filesystem::is_directory(folder, error) &&
        is_inside({std::filesystem::path(options.outputs.report) / report_pictures_name, gpu::Folder(folder)})) {
      throw UsageError(fmt::format(
          "the images of report {} would be inside the compared folder {}; specify a report folder outside it",
          options.outputs.report, folder));
    }
  }
}

/// A part applies to each file that has several; at least one must contain the part. @throws UsageError.
void require_part_of_pair(const Options& options, const std::vector<FilePair>& pairs) {
  std::vector<std::filesystem::path> files;
  for (const FilePair& pair : pairs) {
    files.insert(files.end(), {pair.expected, pair.actual});
  }
  require_part(options.part, files);
}

/// Compares two images or two folders; returns 1 if any pair exceeds the limits.
int run(const Options& options, const CommandContext& context) {
  require_window(options.review, context);
  ReportText text{.title = fmt::format("{} and {}", options.expected, options.actual)};
  if (!options.shard.empty()) {
    text.shard = parse_shard(options.shard);
  }
  require_apart(options);
  // Opened before anything is compared, so that an earlier report is not mistaken for that of a failed run.
  const std::unique_ptr<ReportWriter> report = open_outputs(options.outputs);
  const ComparisonRules rules = rules_of(options);
  text.accept_command = accept_command(options, rules);
  auto [files, notes] = find_pairs(options.expected, options.actual, rules);
  require_part_of_pair(options, files);
  if (text.shard) {
    keep_shard(files, *text.shard);
  }
  for (FilePair& pair : files) {
    pair.test = options.test;
  }
  std::vector<PairResult> results;
  {
    Progress progress;
    results = compare_files(files, rules, {.measures_all = options.outputs.is_json}, report.get(),
                            [&, count = files.size()](std::size_t done) {
                              progress.show(fmt::format("compared {} of {} pairs", done, count));
                            });
  }
  std::ranges::for_each(notes, print_note);
  print_notes(results);
  print_note_of_float_steps(options, results, rules);
  if (options.updated) {
    write_files(options.outputs, report.get(), text, results);
    return update(options, files, results, rules);
  }
  if (options.review.is_on) {
    write_files(options.outputs, report.get(), text, results);
    return review_pairs(options.review, files, std::move(results), rules, options.expected, options.outputs.is_json,
                        context);
  }
  return write_outputs(options.outputs, report.get(), text, results);
}

const RegisteredSubcommand registered{
    {.name = "compare",
     .text = "compare two images, or the images of two folders",
     .group = CommandGroup::picture_tests,
     .rank = 10,
     .footer =
         "Without limits, everything in both files must match: every byte of every sample of every part, names of "
         "layers and\nchannels, color space, meaning of alpha, and data that is not read. Rules in compare.json in "
         "the folder of the\nexpected images override the options. Exit code 1 if a pair exceeds a limit, or an "
         "image is missing, extra, of a\ndifferent size or damaged.",
     .declare = with_options(declare, run)}};

}  // namespace
}  // namespace texelscope::app::compare_command
