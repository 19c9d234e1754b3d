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

  /// Whether require_launch() would accept the launch. Has no branches, because a launch in the driver evicts the
  /// processor's branch predictions.
  [[nodiscard]] bool allow(const kernels::LaunchExtent& grid, const kernels::LaunchExtent& block,
                           std::int32_t shared_bytes) const noexcept {
    const std::uint64_t threads =
        std::uint64_t{as_unsigned(block.width)} * as_unsigned(block.height) * as_unsigned(block.depth);
    const unsigned is_small = threads <= as_unsigned(max_threads_) ? 1 : 0;
    const unsigned is_shared = as_unsigned(shared_bytes) <= as_unsigned(max_shared_bytes_) ? 1 : 0;
    return (is_within(block, max_block_) & is_within(grid, max_grid_) & is_small & is_shared) != 0;
  }

 private:
  /// Larger than every limit if it is negative.
  static std::uint32_t as_unsigned(std::int32_t value) noexcept { return static_cast<std::uint32_t>(value); }
  /// 1 or 0, like the next member.
  static unsigned is_in_range(std::int32_t extent, int most) noexcept {
    return as_unsigned(extent) - 1 < as_unsigned(most) ? 1 : 0;
  }
  static unsigned is_within(const kernels::LaunchExtent& extent, const std::array<int, 3>& most) noexcept {
    return is_in_range(extent.width, most[0]) & is_in_range(extent.height, most[1]) &
           is_in_range(extent.depth, most[2]);
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

/// Checks a launch with specified grid and block. @throws like shape_launch().
void require_launch(const DeviceBox& device, const kernels::KernelEntry& entry, const kernels::LaunchExtent& grid,
                    const kernels::LaunchOptions& options);

/// @throws InvalidArgument for a block that the device does not support.
void require_block(const DeviceBox& device, const kernels::KernelEntry& entry, std::int64_t threads,
                   std::int32_t shared_bytes);

}  // namespace texelscope::gpu
