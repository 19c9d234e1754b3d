#include <array>
#include <vector>

#include "app/cli/command.h"
#include "app/instruments/bench/operation_cost.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app::bench_layouts {
namespace {

std::vector<OperationCost> measure_layouts() {
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
  // The padding at the end of each row prevents merging of all but the last two axes.
  gpu::StridedLayout padded =
      gpu::StridedLayout::dense({8, 6, 4, 12}, 4)
          .sliced({gpu::AxisSlice::all(), gpu::AxisSlice::all(), gpu::AxisSlice::all(), gpu::AxisSlice{0, 10}});
  for (void* value : {static_cast<void*>(&shape), static_cast<void*>(&permutation), static_cast<void*>(&other_shape),
                      static_cast<void*>(&slices), static_cast<void*>(&layout), static_cast<void*>(&padded)}) {
    use(value);
  }
  return {
      measure_operation("dense, C order", dense_limit_ns, [&] { return gpu::StridedLayout::dense(shape, 4); }),
      measure_operation("dense, F order", dense_limit_ns,
                        [&] { return gpu::StridedLayout::dense(shape, 4, gpu::StrideOrder::f()); }),
      measure_operation("permuted", operation_limit_ns, [&] { return layout.permuted(permutation); }),
      measure_operation(
          "sliced, one index and ranges", operation_limit_ns,
          [&] {
            return layout.sliced({3, gpu::AxisSlice{1, 5}, gpu::AxisSlice{std::nullopt, std::nullopt, -1}});
          }),
      measure_operation("sliced, four ranges", operation_limit_ns, [&] { return layout.sliced(slices); }),
      measure_operation("reshaped, contiguous", operation_limit_ns, [&] { return layout.reshaped(other_shape); }),
      measure_operation("reshaped, with -1", operation_limit_ns, [&] { return layout.reshaped(inferred_shape); }),
      measure_operation("reshaped, padded rows", operation_limit_ns, [&] { return padded.reshaped(other_shape); }),
      measure_operation("flattened, to one axis", operation_limit_ns, [&] { return layout.flattened(); }),
      measure_operation("flattened, nothing to merge", operation_limit_ns, [&] { return permuted.flattened(); }),
  };
}

int run(const JsonOptions& options) {
  return report_costs("layouts of rank 4, ns per operation", measure_layouts(), options.is_json);
}

const RegisteredSubcommand registered{
    {.name = "bench layouts",
     .text = "measure operations on layouts of rank 4; exit code 1 if a limit is exceeded",
     .rank = 70,
     .declare = with_options(declare_json, run)}};

}  // namespace
}  // namespace texelscope::app::bench_layouts
