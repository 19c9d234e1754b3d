#pragma once

#include <cstdint>

#include "texelscope/gpu/stream.h"
#include "texelscope/kernels/kernel_entry.h"
#include "texelscope/kernels/launch_options.h"

/// Occupancy of a device by a kernel; the stream determines the device. For a kernel compiled into the program, the
/// entry is kernels::entry_of<Kernel>(); for a kernel compiled at run time, it is gpu::RuntimeKernel::entry().
///
/// On the CPU device, each thread of the pool works on one block at a time, and a cluster is one block. All functions
/// throw InvalidArgument for values beyond the device's limits, DriverError if the driver refuses.
namespace texelscope::kernels {

/// The number of blocks with `threads` threads and `shared_bytes` of dynamic shared memory that one multiprocessor can
/// run simultaneously (cuOccupancyMaxActiveBlocksPerMultiprocessor); 0 if a block needs more than the multiprocessor
/// has.
[[nodiscard]] std::int32_t max_active_blocks(const gpu::Stream& stream, const KernelEntry& entry, std::int32_t threads,
                                             std::int32_t shared_bytes);
/// A suggested block size.
struct BlockSuggestion {
  /// Threads per block.
  std::int32_t threads = 0;
  /// With fewer blocks of this size, part of the device is idle.
  std::int32_t min_blocks = 0;
};
/// The block size with the best occupancy of the device (cuOccupancyMaxPotentialBlockSize).
[[nodiscard]] BlockSuggestion suggest_block(const gpu::Stream& stream, const KernelEntry& entry,
                                            std::int32_t shared_bytes);

/// The maximum number of blocks of one cluster in a launch over `extent` (cuOccupancyMaxPotentialClusterSize); ignores
/// options.cluster. 1 on a device without clusters.
[[nodiscard]] std::int32_t max_cluster_blocks(const gpu::Stream& stream, const KernelEntry& entry, LaunchExtent extent,
                                              const LaunchOptions& options);

/// The number of clusters of options.cluster blocks that the whole device can run simultaneously
/// (cuOccupancyMaxActiveClusters).
/// @throws Unavailable for a cluster of more than one block on a device without clusters.
[[nodiscard]] std::int32_t max_active_clusters(const gpu::Stream& stream, const KernelEntry& entry, LaunchExtent extent,
                                               const LaunchOptions& options);

}  // namespace texelscope::kernels
