#include <fmt/format.h>

#include <iostream>
#include <optional>

#include "app/cli/common_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "app/images/image_file.h"
#include "app/interop/gl_texture_provider.h"
#include "app/interop/offscreen_renderer.h"
#include "app/labs/stream/experiments/experiment.h"

namespace texelscope::app::experiment_command {
namespace {

struct Options {
  CommonOptions common;
  /// Empty to list the experiments.
  std::string name;
  bool is_wrong = false;
  std::string out;
  bool is_json = false;
};

void declare(CommandOptions& command, Options& options) {
  command.option("NAME", "", options.name, "the experiment (default: list all)",
                 {.words = declared_words(stream_experiments())});
  command.flag("--wrong", options.is_wrong, "run the version without the required stream ordering");
  command.option("--out", "F.png", options.out, "write what the consumer read as a PNG file", {.path = PathUse::write});
  command.json(options.is_json);
  add_common_options(command, options.common);
}

void list_experiments(bool is_json) {
  if (is_json) {
    std::cout << json_text(json_list(stream_experiments(), [](const ExperimentDeclaration& experiment) {
      return Json{{"name", experiment.name}, {"title", experiment.title}, {"needs_gl", experiment.needs_gl}};
    }));
    return;
  }
  for (const ExperimentDeclaration& experiment : stream_experiments()) {
    std::cout << fmt::format("{:<16} {}\n", experiment.name, experiment.title);
  }
}

void print_result(const ExperimentDeclaration& experiment, const Options& options, const std::string& device,
                  const ExperimentResult& result) {
  const ExperimentVersion& version = options.is_wrong ? experiment.wrong : experiment.right;
  if (options.is_json) {
    const Json numbers = json_list(result.numbers, [](const ExperimentNumber& number) {
      return Json{{"name", number.name}, {"value", number.value}, {"unit", number.unit}};
    });
    std::cout << json_text({{"experiment", experiment.name},
                            {"version", options.is_wrong ? "wrong" : "right"},
                            {"device", device},
                            {"is_correct", result.is_correct},
                            {"stale_pixels", result.stale_pixels},
                            {"pixels", result.pixels},
                            {"numbers", numbers},
                            {"verdict", result.verdict}});
    return;
  }
  std::cout << fmt::format("{} ({}, {})\n\n{}\n\n{}\n{}\n", experiment.title, options.is_wrong ? "wrong" : "right",
                           device, version.code, result.verdict, version.text);
}

/// Runs the right or wrong version of a stream experiment; returns 1 if the right one produced a wrong result.
int run(const Options& options) {
  options.common.require_gl();
  if (options.name.empty()) {
    list_experiments(options.is_json);
    return exit_code::success;
  }
  const ExperimentDeclaration& experiment = require_experiment(options.name);
  if (!options.out.empty()) {
    require_writable_png(options.out);
  }
  ExperimentResult result;
  std::string device;
  run_observed(options.common, [&](const gpu::DeviceOptions& device_options) {
    if (experiment.needs_gl) {
      const DeviceOffscreenGL offscreen = open_offscreen_gl(options.common.device_id(), device_options, print_note);
      device = to_string(offscreen.device.id());
      GLTextureProvider images{offscreen.gl};
      result = run_experiment(experiment, {offscreen.device, &images}, !options.is_wrong);
      return;
    }
    const gpu::Device opened = open_device(options.common, device_options);
    device = to_string(opened.id());
    result = run_experiment(experiment, {opened}, !options.is_wrong);
  });
  if (!options.out.empty()) {
    if (result.picture.width == 0) {
      throw UsageError(fmt::format("the experiment {} produces no image; omit --out", experiment.name));
    }
    save_png(options.out, result.picture);
  }
  print_result(experiment, options, device, result);
  return !options.is_wrong && !result.is_correct ? exit_code::check_failed : exit_code::success;
}

const RegisteredSubcommand registered{{.name = "experiment",
                                       .text = "run the right or wrong version of a stream experiment",
                                       .group = CommandGroup::people,
                                       .rank = 100,
                                       .declare = with_options(declare, run)}};

}  // namespace
}  // namespace texelscope::app::experiment_command
