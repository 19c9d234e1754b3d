#pragma once

#include <cstdint>

#include "texelscope/gpu/stream.h"
#include "texelscope/kernels/kernel_entry.h"
#include "texelscope/kernels/launch_options.h"

/// How much of a device a kernel fills; the stream names the device. For a kernel compiled with the program the entry
/// is kernels::entry_of<Kernel>(), for one compiled at run time gpu::RuntimeKernel::entry().
///
/// The CPU device answers for what it is: a thread of its pool works on one block at a time, and a cluster is one
/// block. All throw InvalidArgument for values beyond the device's limits, DriverError when the driver refuses.
namespace texelscope::kernels {

/// Blocks of `threads` threads with `shared_bytes` of dynamic shared memory that one multiprocessor runs at the same
/// time (cuOccupancyMaxActiveBlocksPerMultiprocessor); 0 where a block needs more than it has.
[[nodiscard]] std::int32_t max_active_blocks(const gpu::Stream& stream, const KernelEntry& entry, std::int32_t threads,
                                             std::int32_t shared_bytes);
/// A size of blocks.
struct BlockSuggestion {
  /// Threads of a block.
  std::int32_t threads = 0;
  /// With fewer blocks of that size a part of the device is idle.
  std::int32_t min_blocks = 0;
};
/// The size of a block that fills the device best (cuOccupancyMaxPotentialBlockSize).
[[nodiscard]] BlockSuggestion suggest_block(const gpu::Stream& stream, const KernelEntry& entry,
                                            std::int32_t shared_bytes);

/// The most blocks that one cluster can have in a launch over `extent` (cuOccupancyMaxPotentialClusterSize);
/// options.cluster is not looked at. 1 on a device without clusters.
[[nodiscard]] std::int32_t max_cluster_blocks(const gpu::Stream& stream, const KernelEntry& entry, LaunchExtent extent,
                                              const LaunchOptions& options);

/// Clusters of options.cluster blocks that the whole device runs at the same time (cuOccupancyMaxActiveClusters).
/// @throws Unavailable for a cluster of more than one block on a device without clusters.
[[nodiscard]] std::int32_t max_active_clusters(const gpu::Stream& stream, const KernelEntry& entry, LaunchExtent extent,
                                               const LaunchOptions& options);

}  // namespace texelscope::kernels
