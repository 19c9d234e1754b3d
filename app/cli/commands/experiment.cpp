#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/commands/experiment_options.h"
#include "app/cli/exit_code.h"
#include "app/device/device_choice.h"
#include "app/files/file.h"
#include "app/images/image_file.h"
#include "app/interop/offscreen_renderer.h"
#include "app/interop/shared/gl_texture_provider.h"
#include "app/labs/stream/experiments/experiment.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

void list_experiments(bool is_json) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const ExperimentDeclaration& experiment : stream_experiments()) {
    if (is_json) {
      list.push_back({{"name", experiment.name}, {"title", experiment.title}, {"needs_gl", experiment.needs_gl}});
    } else {
      std::cout << fmt::format("{:<16} {}\n", experiment.name, experiment.title);
    }
  }
  if (is_json) {
    std::cout << list.dump(2) << '\n';
  }
}

const ExperimentDeclaration& experiment_option(const std::string& name) {
  try {
    return require_experiment(name);
  } catch (const gpu::InvalidArgument& error) {
    throw UsageError(error.what());
  }
}

void print_result(const ExperimentDeclaration& experiment, const ExperimentOptions& options, const std::string& device,
                  const ExperimentResult& result) {
  const ExperimentVersion& version = options.is_wrong ? experiment.wrong : experiment.right;
  if (options.is_json) {
    nlohmann::ordered_json numbers = nlohmann::ordered_json::array();
    for (const ExperimentNumber& number : result.numbers) {
      numbers.push_back({{"name", number.name}, {"value", number.value}, {"unit", number.unit}});
    }
    const nlohmann::ordered_json json = {{"experiment", experiment.name},
                                         {"version", options.is_wrong ? "wrong" : "right"},
                                         {"device", device},
                                         {"is_correct", result.is_correct},
                                         {"stale_pixels", result.stale_pixels},
                                         {"pixels", result.pixels},
                                         {"numbers", numbers},
                                         {"verdict", result.verdict}};
    std::cout << json.dump(2) << '\n';
    return;
  }
  std::cout << fmt::format("{} ({}, {})\n\n{}\n\n{}\n{}\n", experiment.title, options.is_wrong ? "wrong" : "right",
                           device, version.code, result.verdict, version.text);
}

}  // namespace

void add_experiment(CLI::App& app, ExperimentOptions& options) {
  CLI::App* const command =
      app.add_subcommand("experiment", "run an experiment about streams, its right or its wrong version");
  command->add_option("NAME", options.name, "the experiment; without it, all are listed")->type_name("");
  command->add_flag("--wrong", options.is_wrong, "the version without the order that it needs");
  command->add_option("--out", options.out, "write what the consumer saw as a PNG file")->type_name("F.png");
  command->add_flag("--json", options.is_json, "as JSON");
  add_common_options(*command, options.common);
}

int run_experiment_command(const ExperimentOptions& options) {
  const std::optional<gpu::DeviceId> id = options.common.device_id();
  options.common.require_gl();
  if (options.name.empty()) {
    list_experiments(options.is_json);
    return exit_code::success;
  }
  const ExperimentDeclaration& experiment = experiment_option(options.name);
  if (!options.out.empty()) {
    require_writable(options.out);
  }
  ExperimentResult result;
  std::string device;
  run_observed(options.common, [&](const gpu::DeviceOptions& device_options) {
    const auto note = [](std::string_view text) { print_note(std::string(text)); };
    if (experiment.needs_gl) {
      const Headless headless = open_headless(id, device_options, note);
      device = to_string(headless.device.id());
      GLTextureProvider images{headless.gl};
      result = run_experiment(experiment, {headless.device, &images}, !options.is_wrong);
      return;
    }
    const ChosenDevice chosen = open_device(id, device_options);
    if (!chosen.note.empty()) {
      note(chosen.note);
    }
    device = to_string(chosen.device.id());
    result = run_experiment(experiment, {chosen.device}, !options.is_wrong);
  });
  if (!options.out.empty()) {
    if (result.picture.width == 0) {
      throw UsageError(fmt::format("the experiment {} makes no picture: leave --out out", experiment.name));
    }
    save_png(options.out, result.picture);
  }
  print_result(experiment, options, device, result);
  return !options.is_wrong && !result.is_correct ? exit_code::check_failed : exit_code::success;
}

}  // namespace texelscope::app
