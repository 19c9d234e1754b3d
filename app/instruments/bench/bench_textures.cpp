#include <fmt/format.h>

#include <iostream>

#include "app/cli/common_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "app/device/device_choice.h"
#include "app/instruments/bench/texture_measurement.h"
#include "app/interop/gl_sampling.h"

namespace texelscope::app::bench_textures {
namespace {

std::string heading(const gpu::Device& device, const SoftwareGl& gl, const TextureMeasurement& options) {
  return fmt::format(
      "{} ({}): 10⁶ fetches per second into {}x{} pixels, median (lowest – highest) of {} interleaved rounds{}\n",
      to_string(device.id()), device.properties().name, options.size, options.size, options.rounds,
      gl.context ? fmt::format("; {}; device speed relative to it", gl.text)
                 : fmt::format("; OpenGL not available for comparison: {}", gl.text));
}

int run(const DeviceCommandOptions& options) {
  bool is_right = true;
  run_observed(options.common, [&](const gpu::DeviceOptions& device_options) {
    const ChosenDevice chosen = open_device(options.common.device_id(), device_options);
    const SoftwareGl gl = open_software_gl();
    const gpu::Stream stream = chosen.device.create_stream();
    TextureMeasurement measurement;
    measurement.has_gl = gl.context.has_value();
    Json figures = Json::array();
    if (!options.is_json) {
      std::cout << heading(chosen.device, gl, measurement);
    }
    for (const TextureSpeedCase& each : texture_cases()) {
      const TextureFigure figure = measure(each, stream, measurement);
      is_right = is_right && figure.is_right();
      if (options.is_json) {
        figures.push_back(json_of(figure));
      } else {
        std::cout << line_of(figure) << std::flush;
      }
    }
    if (options.is_json) {
      std::cout << json_text(
          result_json(chosen.device, {{"gl_renderer", gl.context ? Json(gl.text) : Json()},
                                      {"gl_missing", gl.context ? Json() : Json(gl.text)},
                                      {"output", fmt::format("{}x{}", measurement.size, measurement.size)},
                                      {"rounds", measurement.rounds},
                                      {"figures", std::move(figures)}}));
    }
  });
  return is_right ? exit_code::success : exit_code::check_failed;
}

const RegisteredSubcommand registered{
    {.name = "bench textures",
     .text = "compare texture sampling with software OpenGL; exit code 1 if the images differ",
     .rank = 40,
     .declare = with_options(declare_device_command, run)}};

}  // namespace
}  // namespace texelscope::app::bench_textures
