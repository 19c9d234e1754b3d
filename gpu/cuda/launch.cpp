#include <cuda_runtime_api.h>

#include <cstdint>

#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {

namespace {

struct Shape {
  unsigned x;
  unsigned y;
  unsigned z;
};

/// 256 threads, close together along the axes that the extent has.
Shape block_shape(const kernels::LaunchExtent& extent) noexcept {
  if (extent.depth > 1) {
    return {8, 8, 4};
  }
  return extent.height > 1 ? Shape{32, 8, 1} : Shape{256, 1, 1};
}

unsigned blocks(std::int32_t size, unsigned block) noexcept {
  return (static_cast<unsigned>(size) + block - 1) / block;
}

/// The runtime numbers most of its errors like the driver; where it does not, they are about what nvcc compiled.
Status runtime_status(cudaError_t error) noexcept {
  switch (error) {
    case cudaErrorInvalidDeviceFunction:
    case cudaErrorInvalidKernelImage:
    case cudaErrorNoKernelImageForDevice:
      return Status::no_binary_for_gpu;
    case cudaErrorInsufficientDriver:
      return Status::system_driver_mismatch;
    default:
      return static_cast<Status>(error);
  }
}

}  // namespace

Status CudaDriver::find_function(const void* symbol, CUfunction& function) noexcept {
  {
    const std::shared_lock lock(functions_mutex_);
    if (const auto found = functions_.find(symbol); found != functions_.end()) {
      function = found->second;
      return Status::success;
    }
  }
  cudaFunction_t found = nullptr;
  if (const cudaError_t error = cudaGetFuncBySymbol(&found, symbol); error != cudaSuccess) {
    // The runtime keeps its last error for the caller's own cudaGetLastError.
    static_cast<void>(cudaGetLastError());
    return runtime_status(error);
  }
  if (found == nullptr) {
    return Status::no_binary_for_gpu;
  }
  function = found;
  try {
    const std::unique_lock lock(functions_mutex_);
    functions_.emplace(symbol, function);
  } catch (...) {
    // The function was found; only the next search is slower.
  }
  return Status::success;
}

Status CudaDriver::perform(driver::Launch& call) noexcept {
  if (call.entry->device_symbol == nullptr) {
    return Status::no_binary_for_gpu;
  }
  const bool is_of_blocks = call.shape.threads > 0;
  const Shape block = is_of_blocks ? Shape{static_cast<unsigned>(call.shape.threads), 1, 1} : block_shape(call.extent);
  const Shape per_index = is_of_blocks ? Shape{1, 1, 1} : block;
  const Shape grid{blocks(call.extent.width, per_index.x), blocks(call.extent.height, per_index.y),
                   blocks(call.extent.depth, per_index.z)};
  constexpr unsigned max_grid_yz = 65535;
  const bool is_positive = call.extent.width > 0 && call.extent.height > 0 && call.extent.depth > 0;
  if (!is_positive || grid.y > max_grid_yz || grid.z > max_grid_yz) {
    return Status::invalid_value;
  }
  const ContextScope scope(cu_, context_);
  if (scope.status() != Status::success) {
    return scope.status();
  }
  CUfunction function = nullptr;
  if (const Status status = find_function(call.entry->device_symbol, function); status != Status::success) {
    return status;
  }
  // Without being asked, the driver gives a block no more than this, whatever the device has.
  constexpr std::int32_t shared_bytes_for_all = 48 * 1024;
  if (call.shape.shared_bytes > shared_bytes_for_all) {
    const Status status = to_status(
        cu_.FuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, call.shape.shared_bytes));
    if (status != Status::success) {
      return status;
    }
  }
  void* arguments[] = {const_cast<void*>(call.kernel), &call.extent};
  return to_status(cu_.LaunchKernel(function, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                                    static_cast<unsigned>(call.shape.shared_bytes), native<CUstream>(call.stream),
                                    arguments, nullptr));
}

}  // namespace texelscope::gpu::cuda
