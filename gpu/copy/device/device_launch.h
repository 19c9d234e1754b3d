#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "gpu/copy/device/kernels.h"
#include "texelscope/gpu/copy_plan.h"
#include "texelscope/kernels/launch.h"

namespace texelscope::gpu::copy {

/// One kernel launch that carries out a plan on a GPU.
struct DeviceLaunch {
  const kernels::KernelEntry* entry = nullptr;
  std::int64_t blocks = 0;
  std::int32_t shared_bytes = 0;
  std::variant<TileCopy, RowCopy, LineCopy, ChannelCopy, StagedCopy, SkewedCopy, ElementCopy> copy;
  /// A description of a block's work for users.
  std::string text;
};

/// The launch for a plan whose method is rows, channels, tiles or elements. `pointers` are the addresses of offset 0.
[[nodiscard]] DeviceLaunch make_launch(const CopyPlan& plan, const CopyPointers& pointers);

/// The pointers to the first item.
[[nodiscard]] inline CopyPointers first_item(const CopyPlan& plan, const CopyPointers& pointers) {
  return {pointers.source + plan.source_offset, pointers.destination + plan.destination_offset};
}

/// Whether launch_lines() can be used: rows without gaps in the destination whose items are −4 to 4 items apart in the
/// source.
[[nodiscard]] bool are_lines(const CopyPlan& plan) noexcept;

/// The same copy, with the source traversed in ascending order along this axis.
[[nodiscard]] CopyPlan with_ascending_source(CopyPlan plan, std::size_t axis);

/// Whether launch_skewed() can be used: matrices with sides of at least `min_side_bytes`, which are transposed and
/// whose items are at most four items apart in the source.
[[nodiscard]] bool are_skewed_tiles(const CopyPlan& plan, std::int64_t min_side_bytes) noexcept;

/// The launch for each method; channels and tiles fall back to staging if addresses or extents rule them out.
[[nodiscard]] DeviceLaunch launch_rows(const CopyPlan& plan, const CopyPointers& pointers);
[[nodiscard]] DeviceLaunch launch_lines(const CopyPlan& plan, const CopyPointers& pointers);
[[nodiscard]] DeviceLaunch launch_channels(const CopyPlan& plan, const CopyPointers& pointers);
[[nodiscard]] DeviceLaunch launch_tiles(const CopyPlan& plan, const CopyPointers& pointers);
/// For plans for which groups_of() returns groups.
[[nodiscard]] DeviceLaunch launch_groups(const CopyPlan& plan, const CopyPointers& pointers);
[[nodiscard]] DeviceLaunch launch_staged(const CopyPlan& plan, const CopyPointers& pointers);
[[nodiscard]] DeviceLaunch launch_skewed(const CopyPlan& plan, const CopyPointers& pointers);
[[nodiscard]] DeviceLaunch launch_elements(const CopyPlan& plan, const CopyPointers& pointers);

}  // namespace texelscope::gpu::copy
