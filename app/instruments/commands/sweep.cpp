#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "app/cli/common_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "app/device/device_choice.h"
#include "app/instruments/sweep/scenario.h"
#include "app/instruments/sweep/sweep.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app::sweep_command {
namespace {

struct Options {
  /// Only the device option is used.
  CommonOptions common;
  std::vector<std::string> scenarios;
  bool is_list = false;
  bool is_json = false;
};

void declare(CommandOptions& command, Options& options) {
  add_device_option(command, options.common);
  command.option("--scenario", "NAME", options.scenarios, "run only this scenario; repeatable",
                 {.words = declared_words(sweep_scenarios())});
  command.flag("--list", options.is_list, "list the scenarios instead");
  command.json(options.is_json);
}

/// An error that leaves the device usable, and one that destroys its context.
constexpr gpu::Status statuses[] = {gpu::Status::out_of_memory, gpu::Status::launch_failed};

std::vector<const SweepScenario*> chosen_scenarios(const std::vector<std::string>& names) {
  const auto all = sweep_scenarios();
  std::vector<std::string_view> known;
  std::ranges::transform(all, std::back_inserter(known), &SweepScenario::name);
  require_known(names, known, "scenario");
  std::vector<const SweepScenario*> chosen;
  for (const std::string_view name :
       names.empty() ? known : std::vector<std::string_view>(names.begin(), names.end())) {
    chosen.push_back(&*std::ranges::find(all, name, &SweepScenario::name));
  }
  return chosen;
}

Json json_of(const SweepResult& result) {
  return {{"scenario", result.scenario},   {"failure", result.failure},   {"calls", result.calls},
          {"threw", result.threw},         {"reported", result.reported}, {"worked_around", result.worked_around},
          {"is_right", result.is_right()}, {"wrong", result.wrong}};
}

std::string line_of(const SweepResult& result) {
  std::string text =
      fmt::format("{:<28} {:<14} {:>5}  {:>5}  {:>8}  {:>13}  {}\n", result.scenario, result.failure, result.calls,
                  result.threw, result.reported, result.worked_around, result.is_right() ? "yes" : "NO");
  for (const std::string& wrong : result.wrong) {
    text += fmt::format("    {}\n", wrong);
  }
  return text;
}

void list_scenarios(bool is_json) {
  if (is_json) {
    const Json list = json_list(sweep_scenarios(), [](const SweepScenario& scenario) {
      return Json{{"name", scenario.name},
                  {"title", scenario.title},
                  {"needs_gl", scenario.renderer == RendererKind::gl},
                  {"needs_vulkan", scenario.renderer == RendererKind::vulkan}};
    });
    std::cout << json_text({{"scenarios", list}});
    return;
  }
  for (const SweepScenario& scenario : sweep_scenarios()) {
    std::cout << fmt::format("{:<28} {}\n", scenario.name, scenario.title);
  }
}

int run(const Options& options) {
  const std::vector<const SweepScenario*> scenarios = chosen_scenarios(options.scenarios);
  if (options.is_list) {
    list_scenarios(options.is_json);
    return exit_code::success;
  }
  const gpu::Device device = open_device(options.common, {});
  if (device.id().kind == gpu::DeviceKind::cpu) {
    // The validation layers report leaks. They cannot see CUDA's signals.
    setenv("TEXELSCOPE_VULKAN_VALIDATION", "auto", 0);
  }
  bool is_right = true;
  Json rows = Json::array();
  Progress progress;
  const auto add = [&](const SweepResult& result) {
    is_right = is_right && result.is_right();
    if (options.is_json) {
      rows.push_back(json_of(result));
    } else {
      std::cout << line_of(result) << std::flush;
    }
  };
  if (!options.is_json) {
    std::cout << fmt::format("{} ({})\n{:<28} {:<14} {:>5}  {:>5}  {:>8}  {:>13}  {}\n", to_string(device.id()),
                             device.properties().name, "scenario", "failure", "calls", "threw", "reported",
                             "worked around", "right");
  }
  for (const SweepScenario* const scenario : scenarios) {
    const auto show = [&](std::uint64_t call) { progress.show(fmt::format("{}: call {}", scenario->name, call)); };
    try {
      for (const gpu::Status status : statuses) {
        add(sweep_driver(*scenario, device.id(), status, show));
      }
    } catch (const gpu::Unavailable& error) {
      print_note(fmt::format("skipped {}: {}", scenario->name, error.what()));
      continue;
    }
    if (scenario->renderer) {
      add(sweep_renderer(*scenario, device.id(), show));
    }
  }
  if (options.is_json) {
    std::cout << json_text(result_json(device, {{"is_right", is_right}, {"sweeps", std::move(rows)}}));
  }
  return is_right ? exit_code::success : exit_code::check_failed;
}

const RegisteredSubcommand registered{
    {.name = "sweep",
     .text = "make each driver and renderer call fail once; exit code 1 if any failure is handled wrongly",
     .group = CommandGroup::developers,
     .rank = 20,
     .footer =
         "calls: the number of failed calls, one per round. threw: rounds that threw an error; reported: rounds "
         "whose cleanup\nreported one; worked around: rounds whose result was right nevertheless. A round is right "
         "if the error names the call,\nnothing leaks, and the next run produces the same bytes as an undisturbed "
         "one.",
     .declare = with_options(declare, run)}};

}  // namespace
}  // namespace texelscope::app::sweep_command
