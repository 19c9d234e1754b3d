#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <string_view>
#include <vector>

namespace texelscope::app {

/// The number of calls of operator new on this thread so far. A program that uses this function replaces every operator
/// new with one that counts, at the cost of one increment per call. Builds with sanitizers keep the sanitizer's
/// operators, so the count stays 0.
[[nodiscard]] std::uint64_t allocation_count() noexcept;

/// The cost of one operation on the host.
struct OperationCost {
  std::string_view name;
  double limit_ns = 0;
  double median_ns = 0;
  double minimum_ns = 0;
  /// The number of allocations in all repetitions together.
  std::uint64_t allocations = 0;
  /// The number of allocations allowed per repetition.
  std::uint64_t allocation_limit = 0;

  [[nodiscard]] bool is_met() const;
};

constexpr int operation_rounds = 51;
constexpr int operation_repetitions = 50'000;

/// Makes the compiler assume that a value is read and modified.
template <class Value>
void use(Value& value) {
  asm volatile("" : : "r"(&value) : "memory");
}

/// The median over several rounds of an operation that returns a value. `allocation_limit` is per repetition.
template <class Operation>
[[nodiscard]] OperationCost measure_operation(std::string_view name, double limit_ns, Operation&& operation,
                                              std::uint64_t allocation_limit = 0) {
  OperationCost cost{.name = name, .limit_ns = limit_ns, .allocation_limit = allocation_limit};
  std::array<double, operation_rounds> times{};
  const std::uint64_t former_allocations = allocation_count();
  for (double& time : times) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < operation_repetitions; ++i) {
      auto result = operation();
      use(result);
    }
    const std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - start;
    time = elapsed.count() / operation_repetitions;
  }
  cost.allocations = allocation_count() - former_allocations;
  std::ranges::sort(times);
  cost.median_ns = times[operation_rounds / 2];
  cost.minimum_ns = times.front();
  return cost;
}

/// Prints the costs as JSON or as a table, and returns the exit code: a failed check if a limit is exceeded.
[[nodiscard]] int report_costs(std::string_view title, const std::vector<OperationCost>& costs, bool is_json);

}  // namespace texelscope::app
