#pragma once

#include <cstdint>

#include "gpu/driver/device_box.h"
#include "texelscope/kernels/launch_options.h"

namespace texelscope::gpu {

/// A launch as the driver takes it.
struct LaunchShape {
  kernels::LaunchExtent grid;
  /// With the block chosen where none was given.
  kernels::LaunchOptions options;
};

/// What can be said about a launch before the driver is asked. @throws InvalidArgument for values beyond the device's
/// limits, Unavailable for what the device lacks; both name the device and its compute capability.
[[nodiscard]] LaunchShape shape_launch(const DeviceBox& device, const kernels::KernelEntry& entry,
                                       kernels::LaunchExtent extent, const kernels::LaunchOptions& options);

/// The same for a launch whose grid and block are given. @throws as shape_launch().
void require_launch(const DeviceBox& device, const kernels::KernelEntry& entry, const kernels::LaunchExtent& grid,
                    const kernels::LaunchOptions& options);

/// @throws InvalidArgument for a block that the device cannot have.
void require_block(const DeviceBox& device, const kernels::KernelEntry& entry, std::int64_t threads,
                   std::int32_t shared_bytes);

}  // namespace texelscope::gpu
