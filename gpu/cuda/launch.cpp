#include <cuda_runtime_api.h>

#include <cstdint>

#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {

namespace {

/// Most runtime errors have the driver's numbers; the others concern code compiled by nvcc.
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

Status CudaDriver::find_function(const kernels::KernelEntry& entry, std::int32_t shared_bytes,
                                 CUfunction& function) noexcept {
  if (entry.function) {
    function = native<CUfunction>(entry.function);
  } else if (entry.device_symbol == nullptr) {
    return Status::no_binary_for_gpu;
  } else if (const Status status = find_symbol(entry.device_symbol, function); status != Status::success) {
    return status;
  }
  return shared_bytes <= shared_bytes_for_all
             ? Status::success
             : to_status(cu_.FuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, shared_bytes));
}

Status CudaDriver::find_symbol(const void* symbol, CUfunction& function) noexcept {
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

Status CudaDriver::perform(driver::KernelLoad& call) noexcept {
  if (call.entry->device_symbol == nullptr) {
    return Status::success;
  }
  const ContextScope scope(cu_, context_);
  if (scope.status() != Status::success) {
    return scope.status();
  }
  CUfunction function = nullptr;
  // Finding the kernel loads its module; older drivers load all of it.
  const Status status = find_symbol(call.entry->device_symbol, function);
  return status != Status::success || cu_.FuncLoad == nullptr ? status : to_status(cu_.FuncLoad(function));
}

Status CudaDriver::perform(driver::Launch& call) noexcept {
  const kernels::LaunchExtent& grid = call.grid;
  const kernels::LaunchExtent& block = call.block;
  return with_function(*call.entry, call.shared_bytes, [&](CUfunction function) {
    void* functor[] = {const_cast<void*>(call.kernel), &call.extent};
    void** const arguments = call.parameters != nullptr ? call.parameters : functor;
    const auto count = [](std::int32_t value) { return static_cast<unsigned>(value); };
    return cu_.LaunchKernel(function, count(grid.width), count(grid.height), count(grid.depth), count(block.width),
                            count(block.height), count(block.depth), count(call.shared_bytes),
                            native<CUstream>(call.stream), arguments, nullptr);
  });
}

}  // namespace texelscope::gpu::cuda
