#pragma once

#include <cstddef>
#include <cstdint>

#include "texelscope/gpu/handle.h"
#include "texelscope/kernels/index.h"
#include "texelscope/kernels/kernel_function.h"

namespace texelscope::kernels {

/// The part of a launch that one call of KernelEntry::run_on_host processes: the indices first … end − 1 of the extent
/// in row-major order, where (x, y, z) has number x + width · (y + height · z).
struct HostRange {
  LaunchExtent extent;
  std::int64_t first = 0;
  std::int64_t end = 0;
};

/// One kernel, compiled for the devices that this build supports, or by a Program for one device.
struct KernelEntry {
  /// The compiler's name of the kernel's type.
  const char* name;
  /// Address of the __global__ function on the host; null if nvcc did not compile the kernel.
  const void* device_symbol;
  void (*run_on_host)(const void* kernel, const HostRange& range);  ///< Runs part of a launch on the host.
  std::size_t kernel_size;                                          ///< Bytes of the functor.
  /// For a kernel compiled at run time: the device's handle, which replaces the addresses above.
  gpu::FunctionHandle function{};
  /// Whether run_on_host was compiled for recording and its library passed to gpu::record_module().
  bool is_recordable = false;
};

#ifdef __CUDACC__
/// The work of the grid's thread that corresponds to one index.
template <class Kernel>
__device__ __forceinline__ void call_on_device(const Kernel& kernel, const LaunchExtent& extent) {
  const Index index{static_cast<std::int32_t>(blockIdx.x * blockDim.x + threadIdx.x),
                    static_cast<std::int32_t>(blockIdx.y * blockDim.y + threadIdx.y),
                    static_cast<std::int32_t>(blockIdx.z * blockDim.z + threadIdx.z)};
  if (index.x < extent.width && index.y < extent.height && index.z < extent.depth) {
    kernel(index);
  }
}

template <class Kernel>
__global__ void kernel_on_device(const Kernel kernel, const LaunchExtent extent) {
  call_on_device(kernel, extent);
}
#endif
/// The run_on_host function for kernels of this type.
template <class Kernel>
void kernel_on_host(const void* kernel_bytes, const HostRange& range) {
  const Kernel kernel = *static_cast<const Kernel*>(kernel_bytes);
  const std::int64_t width = range.extent.width;
  for (std::int64_t number = range.first; number < range.end;) {
    const std::int64_t row = number / width;
    const auto y = static_cast<std::int32_t>(row % range.extent.height);
    const auto z = static_cast<std::int32_t>(row / range.extent.height);
    const std::int64_t rest = range.end - row * width;
    const auto end_x = static_cast<std::int32_t>(rest < width ? rest : width);
    auto x = static_cast<std::int32_t>(number - row * width);
    number += end_x - x;
    for (; x < end_x; ++x) {
      kernel(Index{x, y, z});
    }
  }
}

}  // namespace texelscope::kernels
