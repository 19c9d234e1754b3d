#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/bench/graph_measurement.h"
#include "app/cli/commands/bench_options.h"
#include "app/cli/exit_code.h"
#include "app/device/device_choice.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr int rounds = 201;

void print_json(const gpu::Device& device, const std::vector<GraphFigure>& figures) {
  Json list = Json::array();
  for (const GraphFigure& figure : figures) {
    list.push_back({{"launches", figure.launches},
                    {"single_calls_us", figure.single_calls_us},
                    {"graph_launch_us", figure.graph_launch_us},
                    {"record_us", figure.record_us},
                    {"update_us", figure.update_us}});
  }
  const Json json{{"device", to_string(device.id())},
                  {"device_name", device.properties().name},
                  {"rounds", rounds},
                  {"figures", std::move(list)}};
  std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

void print_table(const gpu::Device& device, const std::vector<GraphFigure>& figures) {
  std::cout << fmt::format("{} ({}), host time in µs, median of {} rounds\n", to_string(device.id()),
                           device.properties().name, rounds);
  std::cout << "  launches   single calls   one graph launch    recording       update\n";
  for (const GraphFigure& figure : figures) {
    std::cout << fmt::format("  {:>8}   {:>12.1f}   {:>16.1f}   {:>10.1f}   {:>10.1f}\n", figure.launches,
                             figure.single_calls_us, figure.graph_launch_us, figure.record_us, figure.update_us);
  }
}

}  // namespace

int run_bench_graphs(const BenchOptions& options) {
  run_observed(options.common, [&](const gpu::DeviceOptions& device_options) {
    const ChosenDevice chosen = open_device(options.common.device_id(), device_options);
    if (!chosen.note.empty()) {
      print_note(chosen.note);
    }
    (options.is_json ? print_json : print_table)(chosen.device, measure_graphs(chosen.device, rounds));
  });
  return exit_code::success;
}

}  // namespace texelscope::app
