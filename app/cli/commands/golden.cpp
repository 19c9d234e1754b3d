#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>

#include "app/cli/common_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "app/compare/compare_pair.h"
#include "app/compare/report/report_writer.h"
#include "app/compare/report/results.h"
#include "app/compare/report_files.h"
#include "app/compare/rules/rules_file.h"
#include "app/files/file.h"
#include "app/golden/check.h"
#include "app/golden/update.h"
#include "app/interop/offscreen_renderer.h"
#include "app/scenes/registry.h"
#include "app/text/escape.h"

namespace texelscope::app::golden_command {
namespace {

struct Options {
  CommonOptions common;
  /// Names of scenes or entries.
  std::vector<std::string> names;
  std::string goldens = "tests/golden/frames";
  std::string report;
  std::string junit;
  bool is_json = false;
  bool takes_all = false;
  bool is_confirmed = false;
};

void declare_shared(CommandOptions& command, Options& options, PathUse use) {
  options.common.may_have_no_renderer = true;
  command.option("SCENE", "", options.names, "scenes, or names of manifest entries",
                 {.words = declared_words(scenes())});
  command.option("--goldens", "DIR", options.goldens, "the folder of the golden frames (default: tests/golden/frames)",
                 {.path = use});
  command.json(options.is_json);
  add_common_options(command, options.common);
  command.check([&common = options.common] {
    if (common.renderer != "none") {
      static_cast<void>(common.renderer_kind());
    }
  });
}

void declare_check(CommandOptions& command, Options& options) {
  declare_shared(command, options, PathUse::read);
  command.option("--report", "DIR", options.report, "write a report with every pair into a folder",
                 {.path = PathUse::write_folder});
  command.option("--junit", "F.xml", options.junit, "write the results as JUnit XML", {.path = PathUse::write});
}

void declare_update(CommandOptions& command, Options& options) {
  declare_shared(command, options, PathUse::write_folder);
  command.flag("--all", options.takes_all,
               "update all scenes, and remove entries and images of scenes that no "
               "longer exist");
  command.flag("--yes", options.is_confirmed, "write without confirmation");
}

/// Runs `work` with a frame maker for the requested device and renderer, and the platform for rules; stores the
/// device's name in `device_name`.
void with_frames(const Options& options, std::string& device_name,
                 const std::function<void(const FrameMaker&, const Platform&)>& work) {
  run_observed(options.common, [&](const gpu::DeviceOptions& device_options) {
    if (options.common.renderer == "none") {
      const gpu::Device device = open_device(options.common, device_options);
      device_name = to_string(device.id());
      work(array_frames(device), this_platform(options.common.renderer));
      return;
    }
    const DeviceOffscreenRenderer offscreen = open_renderer(options.common, device_options);
    device_name = to_string(offscreen.device.id());
    work(shared_frames(offscreen.images),
         this_platform(offscreen.gl ? offscreen.gl->egl.info().renderer : offscreen.vulkan->device().name));
  });
}

auto progress_line(Progress& progress) {
  return [&progress](std::size_t done, std::size_t of, const std::string& name) {
    progress.show(fmt::format("{} ({} of {})", name, done + 1, of));
  };
}

Json json_of(const GoldenResult& result) {
  Json parameters = Json::object();
  for (const auto& [name, text] : result.entry.settings) {
    parameters[name] = text;
  }
  return {{"name", result.entry.name},
          {"scene", result.entry.scene},
          {"parameters", std::move(parameters)},
          {"frame", result.entry.frame},
          {"verdict", to_string(result.verdict)},
          {"passes", result.passes()},
          {"max_error", result.max_error},
          {"differing_bytes", result.differing_bytes},
          {"tolerance", result.entry.tolerance},
          {"text", result.text}};
}

void write_reports(const Options& options, const std::string& device, std::span<const GoldenResult> results) {
  if (options.report.empty() && options.junit.empty()) {
    return;
  }
  std::vector<PairResult> pairs = pair_results(results, options.report.empty() ? KeepImages::no : KeepImages::yes);
  sort_worst_first(pairs);
  if (!options.junit.empty()) {
    write_junit(options.junit, "golden frames", pairs);
  }
  if (!options.report.empty()) {
    const ReportText text{.title = fmt::format("golden frames on {}", device),
                          .accept_command = {"texelscope", "golden", "update", "--goldens", options.goldens}};
    print_note(fmt::format("wrote the report {}", write_report(options.report, text, pairs).string()));
  }
}

int check(const Options& options) {
  if (!options.junit.empty()) {
    begin_junit(options.junit);
  }
  std::vector<GoldenResult> results;
  std::vector<std::string> rule_notes;
  std::string device;
  with_frames(options, device, [&](const FrameMaker& make, const Platform& platform) {
    Progress progress;
    const gpu::Folder goldens(options.goldens);
    results = check_goldens(goldens, options.names, make, progress_line(progress), platform);
    if (options.names.empty()) {
      rule_notes = notes_of_rules(find_rules(goldens), picture_names(load_manifest(goldens)), platform);
    }
  });
  std::ranges::for_each(rule_notes, print_note);
  for (const GoldenResult& result : results) {
    for (const std::string& note : result.notes) {
      print_note(fmt::format("{}: {}", result.entry.name, note));
    }
  }
  write_reports(options, device, results);
  const auto failed = std::ranges::count_if(results, [](const GoldenResult& result) { return !result.passes(); });
  if (options.is_json) {
    std::cout << json_text({{"device", device},
                            {"renderer", options.common.renderer},
                            {"frames", results.size()},
                            {"failed", failed},
                            {"results", json_list(results, json_of)}});
  } else {
    for (const GoldenResult& result : results) {
      if (result.verdict != GoldenVerdict::equal) {
        std::cout << message_line(
                         fmt::format("{:<16} {}: {}", to_string(result.verdict), result.entry.name, result.text))
                  << '\n';
      }
    }
    const auto not_made = std::ranges::count(results, GoldenVerdict::not_made, &GoldenResult::verdict);
    const std::size_t made = results.size() - static_cast<std::size_t>(not_made);
    std::cout << fmt::format("{}: {} of {} golden frames match\n", device, made - static_cast<std::size_t>(failed),
                             made);
  }
  return failed == 0 ? exit_code::success : exit_code::check_failed;
}

/// Whether to apply the plan: by option, or by confirmation on a terminal.
bool is_confirmed(const Options& options) {
  if (options.is_confirmed) {
    return true;
  }
  if (::isatty(STDIN_FILENO) != 1 || ::isatty(STDERR_FILENO) != 1) {
    return false;
  }
  std::cerr << "write these changes? [y/N] " << std::flush;
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "y" || answer == "Y" || answer == "yes";
}

int update(const Options& options) {
  if (options.names.empty() && !options.takes_all) {
    throw UsageError("golden update: nothing to update; name scenes, or pass --all");
  }
  if (!options.names.empty() && options.takes_all) {
    throw UsageError("golden update: scenes and --all are mutually exclusive; omit one");
  }
  GoldenPlan plan;
  std::string device;
  with_frames(options, device, [&](const FrameMaker& make, const Platform& platform) {
    Progress progress;
    plan = plan_update(std::filesystem::path(options.goldens), options.names, make, progress_line(progress), platform);
  });
  for (const std::string& name : plan.not_made) {
    print_note(fmt::format("{} is unchanged, because it needs a renderer; pass --renderer gl to update it", name));
  }
  for (const std::string& name : plan.known_failures) {
    print_note(fmt::format("{} is unchanged, because it is a known failure; name it to update it", name));
  }
  for (const std::string& name : plan.not_images) {
    print_note(fmt::format("{} stays, because it is not an image; remove it yourself", name));
  }
  Json rows = Json::array();
  for (const GoldenChange& change : plan.changes) {
    if (options.is_json) {
      rows.push_back({{"kind", to_string(change.kind)}, {"name", change.name}, {"text", change.text}});
    } else {
      std::cout << message_line(fmt::format("{:<8} {}: {}", to_string(change.kind), change.name, change.text)) << '\n';
    }
  }
  if (!options.is_json) {
    std::cout << (plan.is_empty()        ? "nothing to change\n"
                  : plan.changes.empty() ? "changed  only the manifest\n"
                                         : "")
              << std::flush;
  }
  const bool is_empty = plan.is_empty();
  const bool is_written = !is_empty && is_confirmed(options);
  if (is_written) {
    apply_update(std::move(plan));
  }
  if (options.is_json) {
    std::cout << json_text({{"device", device}, {"changes", std::move(rows)}, {"is_written", is_written}});
  } else if (!is_empty) {
    std::cout << (is_written ? fmt::format("wrote {}\n", options.goldens) : "nothing written; pass --yes to write\n");
  }
  return is_empty || is_written ? exit_code::success : exit_code::check_failed;
}

const RegisteredSubcommand registered{{.name = "golden",
                                       .text = "compare the scenes' frames with stored golden frames",
                                       .group = CommandGroup::picture_tests,
                                       .rank = 20}};
const RegisteredSubcommand registered_check{{.name = "golden check",
                                             .text = "regenerate every frame and compare it; exit code 1 if any "
                                                     "differs",
                                             .group = CommandGroup::picture_tests,
                                             .rank = 10,
                                             .declare = with_options(declare_check, check)}};
const RegisteredSubcommand registered_update{{.name = "golden update",
                                              .text = "show the changes and, once confirmed, replace the golden frames",
                                              .group = CommandGroup::picture_tests,
                                              .rank = 20,
                                              .declare = with_options(declare_update, update)}};

}  // namespace
}  // namespace texelscope::app::golden_command
