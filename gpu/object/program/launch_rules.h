#pragma once

#include <array>
#include <cstdint>

#include "gpu/driver/device_box.h"
#include "texelscope/kernels/launch_options.h"

namespace texelscope::gpu {

/// A launch in the form of the driver interface.
struct LaunchShape {
  kernels::LaunchExtent grid;
  /// A block is chosen if none was specified.
  kernels::LaunchOptions options;
};

/// The limits of a device for a launch without attributes, close together in memory: at a launch, the device's
/// properties are usually not cached.
class LaunchLimits {
 public:
  explicit LaunchLimits(const DeviceProperties& properties) noexcept
      : max_block_{properties.max_block},
        max_grid_{properties.max_grid},
        max_threads_{properties.max_threads_per_block},
        max_shared_bytes_{properties.max_shared_bytes_per_block_opt_in} {}

  /// Whether require_launch() would accept the launch.
  [[nodiscard]] bool allow(const kernels::LaunchExtent& grid, const kernels::LaunchExtent& block,
                           std::int32_t shared_bytes) const noexcept {
    return is_within(block, max_block_) && is_within(grid, max_grid_) &&
           std::int64_t{block.width} * block.height * block.depth <= max_threads_ && shared_bytes >= 0 &&
           shared_bytes <= max_shared_bytes_;
  }

 private:
  static bool is_within(const kernels::LaunchExtent& extent, const std::array<int, 3>& most) noexcept {
    return extent.width > 0 && extent.height > 0 && extent.depth > 0 && extent.width <= most[0] &&
           extent.height <= most[1] && extent.depth <= most[2];
  }

  std::array<int, 3> max_block_;
  std::array<int, 3> max_grid_;
  int max_threads_;
  int max_shared_bytes_;
};

/// Checks a launch before the driver is called. @throws InvalidArgument for values beyond the device's limits,
/// Unavailable for features that the device lacks; both name the device and its compute capability.
[[nodiscard]] LaunchShape shape_launch(const DeviceBox& device, const kernels::KernelEntry& entry,
                                       kernels::LaunchExtent extent, const kernels::LaunchOptions& options);

/// The same for a launch with specified grid and block. @throws as shape_launch().
void require_launch(const DeviceBox& device, const kernels::KernelEntry& entry, const kernels::LaunchExtent& grid,
                    const kernels::LaunchOptions& options);

/// @throws InvalidArgument for a block that the device does not support.
void require_block(const DeviceBox& device, const kernels::KernelEntry& entry, std::int64_t threads,
                   std::int32_t shared_bytes);

}  // namespace texelscope::gpu
