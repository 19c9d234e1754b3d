#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/bench/bench_options.h"
#include "app/cli/bench/graph_measurement.h"
#include "app/cli/exit_code.h"
#include "app/cli/output.h"

namespace texelscope::app::bench_graphs {
namespace {

using Json = nlohmann::ordered_json;

constexpr int rounds = 201;

Json json_of(const gpu::Device& device, const std::vector<GraphFigure>& figures) {
  Json list = Json::array();
  for (const GraphFigure& figure : figures) {
    list.push_back({{"launches", figure.launches},
                    {"single_calls_us", figure.single_calls_us},
                    {"graph_launch_us", figure.graph_launch_us},
                    {"record_us", figure.record_us},
                    {"update_us", figure.update_us}});
  }
  return {{"device", to_string(device.id())},
          {"device_name", device.properties().name},
          {"rounds", rounds},
          {"figures", std::move(list)}};
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

int run(const BenchOptions& options) {
  run_observed(options.common, [&](const gpu::DeviceOptions& device_options) {
    const gpu::Device device = open_device(options.common, device_options);
    const std::vector<GraphFigure> figures = measure_graphs(device, rounds);
    if (options.is_json) {
      print_json(json_of(device, figures));
    } else {
      print_table(device, figures);
    }
  });
  return exit_code::success;
}

const RegisteredSubcommand registered{{.name = "bench graphs",
                                       .text = "what a graph of launches costs the host, next to single ones",
                                       .rank = 60,
                                       .declare = with_options(declare_bench, run)}};

}  // namespace
}  // namespace texelscope::app::bench_graphs
