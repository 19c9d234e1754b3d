#pragma once

#include <cstdint>

#include "texelscope/kernels/index.h"

namespace texelscope::kernels {

/// How a kernel is launched (CUlaunchConfig, CUlaunchAttribute). What a device lacks is refused with its name:
/// DeviceProperties tells beforehand.
struct LaunchOptions {
  /// Threads of a block along x, y and z: at most DeviceProperties::max_threads_per_block in all, and
  /// max_block along each. Zeros: chosen to suit the extent.
  LaunchExtent block{0, 0, 0};
  /// Dynamic shared memory of a block, at most DeviceProperties::max_shared_bytes_per_block_opt_in.
  std::int32_t shared_bytes = 0;
  /// Blocks of a cluster along x, y and z (CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION); divides the grid. More than one
  /// block needs DeviceProperties::has_clusters.
  LaunchExtent cluster{1, 1, 1};
  /// All blocks run at the same time, so that they may wait for each other (CU_LAUNCH_ATTRIBUTE_COOPERATIVE). Needs
  /// DeviceProperties::has_cooperative_launch, and a grid that fits the device.
  bool is_cooperative = false;
  /// The kernel may begin before the work that stands ahead of it in the stream has ended
  /// (CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION): it has to wait for that by itself
  /// (cudaGridDependencySynchronize). Needs DeviceProperties::has_programmatic_launch.
  bool starts_early = false;
};

}  // namespace texelscope::kernels
