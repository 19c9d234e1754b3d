#pragma once

#include <cstdint>

#ifdef __CUDACC__
#include <cuda_device_runtime_api.h>
#endif

#include "texelscope/gpu/handle.h"
#include "texelscope/kernels/kernel_function.h"

namespace texelscope::kernels {

/// The object that a ConditionHandle of the CPU device points to.
struct HostCondition {
  /// Sets the value in the executable graph whose kernel runs on the calling thread.
  void (*set)(const HostCondition& condition, std::uint32_t value) = nullptr;
};

/// The condition of a graph's conditional node, for use in a kernel. Only kernels of a launched graph may set it; of
/// the concurrent calls of a kernel, only one may (cudaGraphSetConditional).
class Condition {
 public:
  Condition() = default;
  explicit Condition(gpu::ConditionHandle handle) : handle_{handle.value} {}
  /// Sets the value that the graph evaluates, replacing the previous one.
  TEXELSCOPE_KERNEL_FUNCTION void set(std::uint32_t value) const {
#ifdef __CUDA_ARCH__
    cudaGraphSetConditional(handle_, value);
#else
    const auto& condition = *reinterpret_cast<const HostCondition*>(handle_);
    condition.set(condition, value);
#endif
  }

 private:
  std::uint64_t handle_ = 0;
};

}  // namespace texelscope::kernels
