#pragma once

#include <cstdint>
#include <type_traits>
#include <typeinfo>

#include "texelscope/gpu/stream.h"
#include "texelscope/kernels/index.h"
#include "texelscope/kernels/kernel_entry.h"
#include "texelscope/kernels/kernel_function.h"
#include "texelscope/kernels/launch_options.h"

namespace texelscope::kernels {

/// How a GPU runs a kernel that is written for blocks of threads with shared memory.
struct BlockShape {
  /// Threads of a block, at most 1024; 0 for a kernel of one thread for each index.
  std::int32_t threads = 0;
  std::int32_t shared_bytes = 0;  ///< Dynamic shared memory of a block.
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

/// Schedules a compiled kernel in a way that is told in all detail.
/// @throws InvalidArgument for values beyond the device's limits, a cluster that does not divide the grid, a
/// cooperative grid that does not fit; Unavailable for what the device lacks. Both before the driver is asked.
/// @throws DriverError when the driver refuses.
void launch_entry(const gpu::Stream& stream, const KernelEntry& entry, LaunchExtent extent,
                  const LaunchOptions& options, const void* kernel);

template <class Kernel>
[[nodiscard]] const KernelEntry& entry_of();

namespace detail {

/// A kernel that load_kernels() finds: one for each that the program's sources launch, made before main() begins and
/// never forgotten.
class KnownKernel {
 public:
  explicit KnownKernel(const KernelEntry& (*find_entry)()) noexcept;

  [[nodiscard]] const KernelEntry& entry() const { return find_entry_(); }
  [[nodiscard]] const KnownKernel* next() const noexcept { return next_; }

 private:
  const KernelEntry& (*find_entry_)();
  const KnownKernel* next_;
};

template <class Kernel>
inline const KnownKernel known_kernel{&entry_of<Kernel>};

}  // namespace detail

/// The entry of a kernel that is compiled with the program. For a CUDA device the call must stand in a source that nvcc
/// compiles.
template <class Kernel>
[[nodiscard]] const KernelEntry& entry_of() {
  static_cast<void>(&detail::known_kernel<Kernel>);
  static_assert(std::is_trivially_copyable_v<Kernel>, "a kernel must be trivially copyable");
#ifdef __CUDACC__
  const void* const symbol = reinterpret_cast<const void*>(&kernel_on_device<Kernel>);
#else
  const void* const symbol = nullptr;
#endif
  static const KernelEntry entry{typeid(Kernel).name(), symbol, &kernel_on_host<Kernel>, sizeof(Kernel), {}};
  return entry;
}

/// Calls `kernel(Index)` once for each index of `extent`, in the order of `stream`. The calls run in any order and at
/// the same time. `kernel` is copied bit by bit; what its handles name must stay alive until the stream gets past it.
/// For a CUDA device the call must stand in a source that nvcc compiles.
template <class Kernel>
void launch(const gpu::Stream& stream, LaunchExtent extent, const Kernel& kernel) {
  launch_entry(stream, entry_of<Kernel>(), extent, &kernel);
}
template <class Kernel>
void launch(const gpu::Stream& stream, LaunchExtent extent, const LaunchOptions& options, const Kernel& kernel) {
  launch_entry(stream, entry_of<Kernel>(), extent, options, &kernel);
}

}  // namespace texelscope::kernels
