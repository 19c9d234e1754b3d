#include <array>
#include <cstdint>
#include <vector>

#include "app/cli/command.h"
#include "app/instruments/bench/operation_cost.h"
#include "texelscope/gpu/dlpack.h"
#include "texelscope/gpu/dlpack_abi.h"

namespace texelscope::app::bench_views {
namespace {

/// A tensor of rank 4 that another library owns.
struct ForeignTensor {
  std::array<std::int64_t, 4> shape{8, 6, 4, 10};
  std::array<std::int64_t, 4> strides{240, 40, 10, 1};
  std::array<float, 8 * 6 * 4 * 10> values{};
  DLManagedTensorVersioned managed{.version = {1, 3},
                                   .manager_ctx = nullptr,
                                   .deleter = nullptr,
                                   .flags = 0,
                                   .dl_tensor = {.data = values.data(),
                                                 .device = {gpu::dlpack::cpu, 0},
                                                 .ndim = 4,
                                                 .dtype = {2, 32, 1},
                                                 .shape = shape.data(),
                                                 .strides = strides.data(),
                                                 .byte_offset = 0}};
};

std::vector<OperationCost> measure_views() {
  constexpr double metadata_limit_ns = 10;
  constexpr double view_limit_ns = 60;
  constexpr double owned_limit_ns = 120;
  ForeignTensor foreign;
  const DLTensor* tensor = &foreign.managed.dl_tensor;
  use(tensor);
  gpu::StridedMemoryView view = gpu::from_dlpack(*tensor);
  return {
      measure_operation("metadata of a DLTensor", metadata_limit_ns, [&] { return gpu::metadata_of(*tensor); }),
      measure_operation("view of a DLTensor, validated", view_limit_ns, [&] { return gpu::from_dlpack(*tensor); }),
      // The reference count of the views of an imported tensor is on the heap.
      measure_operation(
          "view of a DLManagedTensorVersioned", owned_limit_ns, [&] { return gpu::from_dlpack(&foreign.managed); }, 1),
      measure_operation(
          "DLManagedTensorVersioned, not inspected", owned_limit_ns,
          [&] { return gpu::import_dlpack(&foreign.managed); }, 1),
      measure_operation("copy of a view", view_limit_ns, [&] { return gpu::StridedMemoryView(view); }),
  };
}

int run(const JsonOptions& options) {
  return report_costs("tensors of rank 4 in host memory, ns per operation", measure_views(), options.is_json);
}

const RegisteredSubcommand registered{
    {.name = "bench views",
     .text = "measure imports of another library's tensors; exit code 1 if a limit is exceeded",
     .rank = 80,
     .declare = with_options(declare_json, run)}};

}  // namespace
}  // namespace texelscope::app::bench_views
