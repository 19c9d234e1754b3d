#pragma once

#include <cstdint>

#include "texelscope/kernels/index.h"

namespace texelscope::kernels {

/// Options of a kernel launch (CUlaunchConfig, CUlaunchAttribute). Features that a device lacks are refused by name:
/// DeviceProperties lists them.
struct LaunchOptions {
  /// Threads per block along x, y and z: at most DeviceProperties::max_threads_per_block in total, and max_block along
  /// each axis. If all are 0, the library chooses them to suit the extent.
  LaunchExtent block{0, 0, 0};
  /// Dynamic shared memory per block, at most DeviceProperties::max_shared_bytes_per_block_opt_in.
  std::int32_t shared_bytes = 0;
  /// Blocks per cluster along x, y and z (CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION); must divide the grid. More than one
  /// block requires DeviceProperties::has_clusters.
  LaunchExtent cluster{1, 1, 1};
  /// Runs all blocks simultaneously, so that they may wait for each other (CU_LAUNCH_ATTRIBUTE_COOPERATIVE). Requires
  /// DeviceProperties::has_cooperative_launch, and a grid that fits the device.
  bool is_cooperative = false;
  /// Allows the kernel to start before the preceding work in the stream has ended
  /// (CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION): it must wait for that work itself
  /// (cudaGridDependencySynchronize). Requires DeviceProperties::has_programmatic_launch.
  bool starts_early = false;
};

}  // namespace texelscope::kernels
