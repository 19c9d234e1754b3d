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

/// The block configuration of a kernel that is written for blocks of threads with shared memory.
struct BlockShape {
  /// Threads per block, at most 1024; 0 for a kernel with one thread per index.
  std::int32_t threads = 0;
  std::int32_t shared_bytes = 0;  ///< Dynamic shared memory per block.
};

/// Schedules a block-based kernel. `blocks` is the number of blocks, even with run_on_host. The __global__ function's
/// only parameter is the kernel object, passed as bytes.
/// @throws like launch_entry(); DriverError with invalid_value for a shape that the device cannot run.
void launch_blocks(const gpu::Stream& stream, const KernelEntry& entry, LaunchExtent blocks, BlockShape shape,
                   const void* kernel);

/// Schedules a compiled kernel; launch() is the typed form.
/// @throws InvalidArgument for an extent of 0 or less.
/// @throws DriverError if the driver refuses: invalid_value for more than the device can launch, no_binary_for_gpu for
/// a kernel that nvcc did not compile.
void launch_entry(const gpu::Stream& stream, const KernelEntry& entry, LaunchExtent extent, const void* kernel);

/// Schedules a compiled kernel with full launch options.
/// @throws InvalidArgument for values beyond the device's limits, a cluster that does not divide the grid, or a
/// cooperative grid that does not fit; Unavailable for unsupported features. Both conditions are checked before the
/// driver is called.
/// @throws DriverError if the driver refuses.
void launch_entry(const gpu::Stream& stream, const KernelEntry& entry, LaunchExtent extent,
                  const LaunchOptions& options, const void* kernel);

template <class Kernel>
[[nodiscard]] const KernelEntry& entry_of();

namespace detail {

/// A kernel that load_kernels() finds: one for each kernel that the program's sources launch, created before main()
/// begins and never destroyed.
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

/// The entry of a kernel that is compiled into the program. For a CUDA device, the call must be in a source that nvcc
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

/// Calls `kernel(Index)` once for each index of `extent`, in stream order. The calls run concurrently and in any order.
/// `kernel` must be trivially copyable and is copied; the objects behind its handles must stay alive until the stream
/// has executed the launch. For a CUDA device, the call must be in a source that nvcc compiles.
template <class Kernel>
void launch(const gpu::Stream& stream, LaunchExtent extent, const Kernel& kernel) {
  launch_entry(stream, entry_of<Kernel>(), extent, &kernel);
}
template <class Kernel>
void launch(const gpu::Stream& stream, LaunchExtent extent, const LaunchOptions& options, const Kernel& kernel) {
  launch_entry(stream, entry_of<Kernel>(), extent, options, &kernel);
}

}  // namespace texelscope::kernels
