#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <typeinfo>

#include "texelscope/gpu/stream.h"
#include "texelscope/kernels/index.h"
#include "texelscope/kernels/kernel_function.h"

namespace texelscope::kernels {

/// The part of a launch that one call of KernelEntry::run_on_host works through: the indices first … end − 1 of the
/// extent in row-major order, where (x, y, z) is number x + width · (y + height · z).
struct HostRange {
  LaunchExtent extent;
  std::int64_t first = 0;
  std::int64_t end = 0;
};

/// One kernel, compiled for the devices that this build knows.
struct KernelEntry {
  /// The compiler's name of the kernel's type.
  const char* name;
  /// Address of the __global__ function on the host; null where nvcc did not compile the kernel.
  const void* device_symbol;
  void (*run_on_host)(const void* kernel, const HostRange& range);
  std::size_t kernel_size;
};

#ifdef __CUDACC__
template <class Kernel>
__global__ void kernel_on_device(const Kernel kernel, const LaunchExtent extent) {
  const Index index{static_cast<std::int32_t>(blockIdx.x * blockDim.x + threadIdx.x),
                    static_cast<std::int32_t>(blockIdx.y * blockDim.y + threadIdx.y),
                    static_cast<std::int32_t>(blockIdx.z * blockDim.z + threadIdx.z)};
  if (index.x < extent.width && index.y < extent.height && index.z < extent.depth) {
    kernel(index);
  }
}
#endif

template <class Kernel>
void kernel_on_host(const void* kernel_bytes, const HostRange& range) {
  const Kernel kernel = *static_cast<const Kernel*>(kernel_bytes);
  const std::int64_t width = range.extent.width;
  for (std::int64_t number = range.first; number < range.end;) {
    const std::int64_t row = number / width;
    const auto y = static_cast<std::int32_t>(row % range.extent.height);
    const auto z = static_cast<std::int32_t>(row / range.extent.height);
    const auto end_x = static_cast<std::int32_t>(std::min(width, range.end - row * width));
    auto x = static_cast<std::int32_t>(number - row * width);
    number += end_x - x;
    for (; x < end_x; ++x) {
      kernel(Index{x, y, z});
    }
  }
}

/// How a GPU runs a kernel that is written for blocks of threads with shared memory.
struct BlockShape {
  /// Threads of a block, at most 1024; 0 for a kernel of one thread for each index.
  std::int32_t threads = 0;
  std::int32_t shared_bytes = 0;
};

/// Schedules a kernel of blocks: `blocks` counts blocks, for run_on_host too, and the __global__ function takes the
/// kernel's bytes as its one parameter.
/// @throws as launch_entry(); DriverError with invalid_value for a shape that the device cannot run.
void launch_blocks(const gpu::Stream& stream, const KernelEntry& entry, LaunchExtent blocks, BlockShape shape,
                   const void* kernel);

/// Schedules a compiled kernel; launch() is the typed way.
/// @throws InvalidArgument for an extent of 0 or below.
/// @throws DriverError when the driver refuses: invalid_value for more than the device can launch, no_binary_for_gpu
/// for a kernel that nvcc did not compile.
void launch_entry(const gpu::Stream& stream, const KernelEntry& entry, LaunchExtent extent, const void* kernel);

/// Calls `kernel(Index)` once for each index of `extent`, in the order of `stream`. The calls run in any order and at
/// the same time. `kernel` is copied bit by bit; what its handles name must stay alive until the stream gets past it.
/// For a CUDA device the call must stand in a source that nvcc compiles.
template <class Kernel>
void launch(const gpu::Stream& stream, LaunchExtent extent, const Kernel& kernel) {
  static_assert(std::is_trivially_copyable_v<Kernel>, "a kernel is copied to the device bit by bit");
#ifdef __CUDACC__
  const void* const symbol = reinterpret_cast<const void*>(&kernel_on_device<Kernel>);
#else
  const void* const symbol = nullptr;
#endif
  static const KernelEntry entry{typeid(Kernel).name(), symbol, &kernel_on_host<Kernel>, sizeof(Kernel)};
  launch_entry(stream, entry, extent, &kernel);
}

}  // namespace texelscope::kernels
