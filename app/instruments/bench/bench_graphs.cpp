#include <fmt/format.h>

#include <iostream>

#include "app/cli/common_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "app/instruments/bench/graph_measurement.h"

namespace texelscope::app::bench_graphs {
namespace {

constexpr int rounds = 201;

Json json_of(const gpu::Device& device, const std::vector<GraphFigure>& figures) {
  const Json list = json_list(figures, [](const GraphFigure& figure) {
    return Json{{"launches", figure.launches},
                {"single_calls_us", figure.single_calls_us},
                {"graph_launch_us", figure.graph_launch_us},
                {"record_us", figure.record_us},
                {"update_us", figure.update_us}};
  });
  return result_json(device, {{"rounds", rounds}, {"figures", list}});
}

std::string table_of(const gpu::Device& device, const std::vector<GraphFigure>& figures) {
  std::string text = fmt::format(
      "{} ({}), host time in µs, median of {} rounds\n"
      "  launches   single calls   one graph launch    recording       update\n",
      to_string(device.id()), device.properties().name, rounds);
  for (const GraphFigure& figure : figures) {
    text += fmt::format("  {:>8}   {:>12.1f}   {:>16.1f}   {:>10.1f}   {:>10.1f}\n", figure.launches,
                        figure.single_calls_us, figure.graph_launch_us, figure.record_us, figure.update_us);
  }
  return text;
}

int run(const DeviceCommandOptions& options) {
  run_observed(options.common, [&](const gpu::DeviceOptions& device_options) {
    const gpu::Device device = open_device(options.common, device_options);
    const std::vector<GraphFigure> figures = measure_graphs(device, rounds);
    std::cout << (options.is_json ? json_text(json_of(device, figures)) : table_of(device, figures));
  });
  return exit_code::success;
}

const RegisteredSubcommand registered{{.name = "bench graphs",
                                       .text = "compare the host cost of graph launches and single launches",
                                       .rank = 60,
                                       .declare = with_options(declare_device_command, run)}};

}  // namespace
}  // namespace texelscope::app::bench_graphs
