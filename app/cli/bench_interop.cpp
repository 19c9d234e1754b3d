#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/exit_code.h"
#include "app/interop/headless.h"
#include "app/interop/interop_benchmark.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::ordered_json;

void print_json(const Headless& headless, const InteropOptions& options, const std::vector<InteropFigure>& figures) {
  Json list = Json::array();
  for (const InteropFigure& figure : figures) {
    list.push_back({{"name", figure.name}, {"median_us", figure.median_us}, {"minimum_us", figure.minimum_us}});
  }
  const Json json{{"device", to_string(headless.device.id())},
                  {"device_name", headless.device.properties().name},
                  {"gl_renderer", headless.egl.info().renderer},
                  {"path", headless.gl.path() == gpu::InteropPath::direct ? "direct" : "through_host"},
                  {"image", fmt::format("{}x{} RGBA8", options.width, options.height)},
                  {"rounds", options.rounds},
                  {"figures", std::move(list)}};
  std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

void print_table(const Headless& headless, const InteropOptions& options, const std::vector<InteropFigure>& figures) {
  std::cout << fmt::format("{} ({}), {}, {}, {}x{} RGBA8, host time in µs over {} rounds\n",
                           to_string(headless.device.id()), headless.device.properties().name,
                           headless.egl.info().renderer,
                           headless.gl.path() == gpu::InteropPath::direct ? "direct" : "through the host",
                           options.width, options.height, options.rounds);
  for (const InteropFigure& figure : figures) {
    std::cout << fmt::format("  {:<42} median {:>10.1f}   minimum {:>10.1f}\n", figure.name, figure.median_us,
                             figure.minimum_us);
  }
}

}  // namespace

int run_bench_interop(const CommonOptions& common, bool is_json) {
  common.require_renderer();
  run_observed(common, [&](const gpu::DeviceOptions& device_options) {
    const Headless headless =
        open_headless(common.device_id(), device_options, [](std::string_view note) { print_note(std::string(note)); });
    const InteropOptions options;
    const std::vector<InteropFigure> figures = measure_interop(headless.gl, options);
    (is_json ? print_json : print_table)(headless, options, figures);
  });
  return exit_code::success;
}

}  // namespace texelscope::app
