#include "app/instruments/bench/operation_cost.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdlib>
#include <iostream>
#include <new>

#include "app/cli/exit_code.h"

namespace {

thread_local std::uint64_t allocations = 0;

[[maybe_unused]] void* allocate(std::size_t size, std::size_t alignment) {
  ++allocations;
  size = std::max<std::size_t>(size, 1);
  while (true) {
    void* const memory = alignment <= alignof(std::max_align_t)
                             ? std::malloc(size)
                             : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    if (memory != nullptr) {
      return memory;
    }
    if (const std::new_handler handler = std::get_new_handler()) {
      handler();
    } else {
      throw std::bad_alloc();
    }
  }
}

}  // namespace

// The array and nothrow forms call these. Sanitizers need their own operators.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
void* operator new(std::size_t size) { return allocate(size, 1); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
#endif

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

std::uint64_t allocation_count() noexcept { return allocations; }

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
