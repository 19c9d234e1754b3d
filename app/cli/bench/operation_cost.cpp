#include "app/cli/bench/operation_cost.h"

#include <fmt/format.h>

#include <iostream>

#include "app/cli/exit_code.h"

namespace texelscope::app {
namespace {

void print_json(const std::vector<OperationCost>& costs) {
  std::cout << "{\"ndim\": 4, \"figures\": [";
  for (const OperationCost& cost : costs) {
    std::cout << fmt::format(
        R"({}{{"name": "{}", "median_ns": {:.2f}, "minimum_ns": {:.2f}, "limit_ns": {}, "allocations": {}, "is_met": {}}})",
        &cost == costs.data() ? "\n  " : ",\n  ", cost.name, cost.median_ns, cost.minimum_ns, cost.limit_ns,
        cost.allocations, cost.is_met());
  }
  std::cout << "\n]}\n";
}

void print_table(std::string_view title, const std::vector<OperationCost>& costs) {
  std::cout << title << '\n';
  for (const OperationCost& cost : costs) {
    std::cout << fmt::format("  {:<44} median {:>6.1f}   minimum {:>6.1f}   limit {:>3}   {} allocations   {}\n",
                             cost.name, cost.median_ns, cost.minimum_ns, cost.limit_ns, cost.allocations,
                             cost.is_met() ? "met" : "NOT MET");
  }
}

}  // namespace

bool OperationCost::is_met() const {
  constexpr std::uint64_t repetitions = std::uint64_t{operation_rounds} * operation_repetitions;
  return median_ns <= limit_ns && allocations <= allocation_limit * repetitions;
}

int report_costs(std::string_view title, const std::vector<OperationCost>& costs, bool is_json) {
  if (is_json) {
    print_json(costs);
  } else {
    print_table(title, costs);
  }
  return std::ranges::all_of(costs, &OperationCost::is_met) ? exit_code::success : exit_code::check_failed;
}

}  // namespace texelscope::app
