#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "app/cli/common_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "app/device/device_choice.h"
#include "app/instruments/bench/empty_kernel.h"
#include "texelscope/gpu/call_cost.h"

namespace texelscope::app::bench_calls {
namespace {

constexpr std::uint64_t calls_of_each = 100'000;
/// The limit for disabled tracing, in nanoseconds per call.
constexpr double max_switched_off_ns = 2;

bool is_cost_met(const gpu::CallCost& cost) { return cost.added_ns <= cost.max_added_ns; }

struct Figures {
  ChosenDevice chosen;
  std::vector<gpu::CallCost> costs;
  gpu::UnobservedCost unobserved;

  [[nodiscard]] double switched_off_ns() const { return unobserved.switched_off_ns - unobserved.direct_ns; }
  [[nodiscard]] bool is_switched_off_met() const { return switched_off_ns() <= max_switched_off_ns; }
  /// The limits per call apply only to CUDA devices.
  [[nodiscard]] bool has_limits() const { return chosen.device.id().kind == gpu::DeviceKind::cuda; }
  [[nodiscard]] bool is_met() const {
    return is_switched_off_met() && (!has_limits() || std::ranges::all_of(costs, is_cost_met));
  }
};

const char* verdict(bool is_met) { return is_met ? "met" : "NOT MET"; }

Json json_of(const Figures& figures) {
  const Json list = json_list(figures.costs, [](const gpu::CallCost& cost) {
    return Json{{"name", cost.name},
                {"raw_ns", cost.raw_ns},
                {"object_ns", cost.object_ns},
                {"other_context_ns", cost.other_context_ns},
                {"traced_ns", cost.traced_ns},
                {"added_ns", cost.added_ns},
                {"first_added_ns", cost.first_added_ns},
                {"max_added_ns", cost.max_added_ns}};
  });
  return result_json(figures.chosen.device, {{"calls", calls_of_each},
                                             {"switched_off_ns", figures.switched_off_ns()},
                                             {"max_switched_off_ns", max_switched_off_ns},
                                             {"traced_call_ns", figures.unobserved.traced_ns},
                                             {"is_met", figures.is_met()},
                                             {"figures", list}});
}

std::string table_of(const Figures& figures) {
  std::string text =
      fmt::format("{} ({}), host time per call in ns, medians of {} interleaved calls\n",
                  to_string(figures.chosen.device.id()), figures.chosen.device.properties().name, calls_of_each);
  for (const gpu::CallCost& cost : figures.costs) {
    text += fmt::format(
        "  {:<20} raw {:>7.0f}   objects {:>7.0f}   added {:>6.0f} of {:<3.0f}   first call after a wait {:>6.0f}   "
        "no context current {:>7.0f}   traced {:>7.0f}{}{}\n",
        cost.name, cost.raw_ns, cost.object_ns, cost.added_ns, cost.max_added_ns, cost.first_added_ns,
        cost.other_context_ns, cost.traced_ns, figures.has_limits() ? "   " : "",
        figures.has_limits() ? verdict(is_cost_met(cost)) : "");
  }
  return text + fmt::format(
                    "  empty call: direct {:.1f}, tracing disabled {:.1f}, traced {:.1f}; limit {:.0f} with tracing "
                    "disabled: {}\n",
                    figures.unobserved.direct_ns, figures.unobserved.switched_off_ns, figures.unobserved.traced_ns,
                    max_switched_off_ns, verdict(figures.is_switched_off_met()));
}

int run(const DeviceCommandOptions& options) {
  Figures figures{open_device(options.common.device_id(), {}), {}, gpu::measure_unobserved_cost(10 * calls_of_each)};
  const EmptyKernel kernel;
  figures.costs = gpu::measure_call_costs(figures.chosen.device.id(), empty_kernel_entry(), &kernel, calls_of_each);
  std::cout << (options.is_json ? json_text(json_of(figures)) : table_of(figures));
  return figures.is_met() ? exit_code::success : exit_code::check_failed;
}

const RegisteredSubcommand registered{
    {.name = "bench calls",
     .text = "measure driver calls raw, through the library's objects, and traced; exit code 1 if a limit is exceeded",
     .rank = 50,
     .declare = with_options(declare_device_command, run)}};

}  // namespace
}  // namespace texelscope::app::bench_calls
