#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <iostream>
#include <string_view>
#include <vector>

#include "app/cli/allocation_count.h"
#include "app/cli/bench_options.h"
#include "app/cli/exit_code.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {
namespace {

/// What one operation costs.
struct LayoutFigure {
  std::string_view name;
  double limit_ns = 0;
  double median_ns = 0;
  double minimum_ns = 0;
  std::uint64_t allocations = 0;

  [[nodiscard]] bool is_met() const { return median_ns <= limit_ns && allocations == 0; }
};

/// Makes the compiler believe that a value is looked at, and changed.
template <class Value>
void use(Value& value) {
  asm volatile("" : : "r"(&value) : "memory");
}

template <class Operation>
LayoutFigure measure(std::string_view name, double limit_ns, Operation&& operation) {
  constexpr int rounds = 51;
  constexpr int repetitions = 50'000;
  LayoutFigure figure{name, limit_ns};
  std::array<double, rounds> times{};
  const std::uint64_t former_allocations = allocation_count();
  for (double& time : times) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < repetitions; ++i) {
      gpu::StridedLayout result = operation();
      use(result);
    }
    const std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - start;
    time = elapsed.count() / repetitions;
  }
  figure.allocations = allocation_count() - former_allocations;
  std::ranges::sort(times);
  figure.median_ns = times[rounds / 2];
  figure.minimum_ns = times.front();
  return figure;
}

std::vector<LayoutFigure> measure_layouts() {
  constexpr double dense_limit_ns = 15;
  constexpr double operation_limit_ns = 20;
  gpu::Dimensions shape{8, 6, 4, 10};
  gpu::Dimensions permutation{2, 0, 3, 1};
  gpu::Dimensions other_shape{48, 2, 2, 10};
  gpu::Dimensions inferred_shape{4, 12, 4, -1};
  std::array<gpu::AxisSlice, 4> slices{gpu::AxisSlice{1, 7}, gpu::AxisSlice::all(),
                                       gpu::AxisSlice{std::nullopt, std::nullopt, -2}, gpu::AxisSlice{2, 9, 3}};
  gpu::StridedLayout layout = gpu::StridedLayout::dense(shape, 4);
  gpu::StridedLayout permuted = layout.permuted(permutation);
  // The padding at the end of each row keeps all but the last two axes together.
  gpu::StridedLayout padded =
      gpu::StridedLayout::dense({8, 6, 4, 12}, 4)
          .sliced({gpu::AxisSlice::all(), gpu::AxisSlice::all(), gpu::AxisSlice::all(), gpu::AxisSlice{0, 10}});
  for (void* value : {static_cast<void*>(&shape), static_cast<void*>(&permutation), static_cast<void*>(&other_shape),
                      static_cast<void*>(&slices), static_cast<void*>(&layout), static_cast<void*>(&padded)}) {
    use(value);
  }
  return {
      measure("dense, C order", dense_limit_ns, [&] { return gpu::StridedLayout::dense(shape, 4); }),
      measure("dense, F order", dense_limit_ns,
              [&] { return gpu::StridedLayout::dense(shape, 4, gpu::StrideOrder::f()); }),
      measure("permuted", operation_limit_ns, [&] { return layout.permuted(permutation); }),
      measure("sliced, one index and ranges", operation_limit_ns,
              [&] {
                return layout.sliced({3, gpu::AxisSlice{1, 5}, gpu::AxisSlice{std::nullopt, std::nullopt, -1}});
              }),
      measure("sliced, four ranges", operation_limit_ns, [&] { return layout.sliced(slices); }),
      measure("reshaped, contiguous", operation_limit_ns, [&] { return layout.reshaped(other_shape); }),
      measure("reshaped, with -1", operation_limit_ns, [&] { return layout.reshaped(inferred_shape); }),
      measure("reshaped, padded rows", operation_limit_ns, [&] { return padded.reshaped(other_shape); }),
      measure("flattened, to one axis", operation_limit_ns, [&] { return layout.flattened(); }),
      measure("flattened, nothing to merge", operation_limit_ns, [&] { return permuted.flattened(); }),
  };
}

void print_json(const std::vector<LayoutFigure>& figures) {
  std::cout << "{\"ndim\": 4, \"figures\": [";
  for (const LayoutFigure& figure : figures) {
    std::cout << fmt::format(
        R"({}{{"name": "{}", "median_ns": {:.2f}, "minimum_ns": {:.2f}, "limit_ns": {}, "allocations": {}, "is_met": {}}})",
        &figure == figures.data() ? "\n  " : ",\n  ", figure.name, figure.median_ns, figure.minimum_ns, figure.limit_ns,
        figure.allocations, figure.is_met());
  }
  std::cout << "\n]}\n";
}

void print_table(const std::vector<LayoutFigure>& figures) {
  std::cout << "layouts of rank 4, ns for each operation\n";
  for (const LayoutFigure& figure : figures) {
    std::cout << fmt::format("  {:<32} median {:>6.1f}   minimum {:>6.1f}   limit {:>3}   {} allocations   {}\n",
                             figure.name, figure.median_ns, figure.minimum_ns, figure.limit_ns, figure.allocations,
                             figure.is_met() ? "met" : "NOT MET");
  }
}

}  // namespace

int run_bench_layouts(const BenchOptions& options) {
  const std::vector<LayoutFigure> figures = measure_layouts();
  (options.is_json ? print_json : print_table)(figures);
  return std::ranges::all_of(figures, &LayoutFigure::is_met) ? exit_code::success : exit_code::check_failed;
}

}  // namespace texelscope::app
