#pragma once

#include <cstdint>

#include "gpu/copy/host/copy_pointers.h"
#include "texelscope/gpu/copy_plan.h"
#include "texelscope/gpu/dimensions.h"
#include "texelscope/kernels/launch.h"

namespace texelscope::gpu::copy {

/// The method for moving the pieces of a block. A piece is the block's part along two axes: the first, and `across`.
enum class HostKernel : std::uint8_t {
  /// Bytes along the first axis: contiguous on both sides.
  rows,
  /// The items are contiguous along `across` in the source and along the first axis in the destination: transposed in
  /// registers.
  register_transpose,
  /// Item by item, with any strides.
  gather,
};

/// The cache into which the next block's source is prefetched while a block is written.
enum class HostReadAhead : std::uint8_t {
  /// None: hardware prefetchers predict dense ascending accesses.
  none,
  /// The first-level cache: long runs, few of which are in flight at a time.
  near,
  /// The second level: scattered lines would evict the block's data from the first.
  far,
};

struct HostAxis {
  std::int64_t extent = 1;
  /// Items of the axis in one block, and blocks along it; the last block may be shorter.
  std::int64_t block = 1;
  std::int64_t blocks = 1;
  /// In bytes.
  std::int64_t source_stride = 0;
  std::int64_t destination_stride = 0;
  /// The stride in the assembly buffer of a block, in bytes.
  std::int64_t buffer_stride = 0;
};

/// A copy between tensors in host memory, cut into blocks that fit the caches. Trivially copyable, because it is a
/// kernel.
struct HostCopy {
  /// The first item of both sides.
  CopyPointers pointers;
  /// Bytes that are contiguous on both sides; 1 if the first axis counts bytes.
  std::int64_t item_bytes = 1;
  /// The size of the buffer for assembling a block; 0 when it is written directly to the destination.
  std::int64_t buffer_bytes = 0;
  /// Contiguous bytes of the source within one block: the unit of prefetching.
  std::int64_t read_ahead_bytes = 0;
  /// The axes that `read_ahead_bytes` covers.
  std::uint64_t read_ahead_axes = 0;
  std::int32_t axis_count = 0;
  /// The number of a block's first axes that are one run of bytes in the destination.
  std::int32_t run_axis_count = 1;
  std::int32_t across = 0;
  HostKernel kernel = HostKernel::rows;
  /// The destination does not fit in the caches: its lines are written without being read first.
  bool is_past_caches = false;
  /// Rows are written as they are read, directly from the source or gathered; a block is not assembled first.
  bool is_in_place = false;
  HostReadAhead read_ahead = HostReadAhead::far;
  /// The axis along which successive tasks are neighbors.
  std::int32_t counted_first = 0;
  /// If blocks are packed (host_packed.h): the bytes of a packed block, and from row to row; the bytes from column
  /// to column of a strip, and the columns of a strip, which are transposed together.
  std::int64_t packed_bytes = 0;
  std::int64_t packed_pitch = 0;
  std::int64_t strip_pitch = 0;
  std::int64_t strip_columns = 0;
  /// The axes that are one run of the source within a packed block, the nearest first.
  std::int32_t column_axis_count = 0;
  std::uint8_t column_axes[max_dimensions] = {};
  /// The first axis is the finest in the destination; there is at least one axis. Sizes fit in 64 bits, so a plan has
  /// fewer than 64 axes.
  HostAxis axes[max_dimensions];

  [[nodiscard]] bool is_packed() const noexcept { return packed_bytes > 0; }
};

/// The copy that carries out a plan in host memory. `pointers` are the addresses of offset 0 of the layouts;
/// `thread_count` threads will share the tasks; `written_bytes` bytes are written before any of them is read again, if
/// that is more than the plan's bytes.
[[nodiscard]] HostCopy make_host_copy(const CopyPlan& plan, const CopyPointers& pointers, unsigned thread_count,
                                      std::int64_t written_bytes = 0);

/// Tasks may run in any order and at the same time: each writes a separate block.
[[nodiscard]] std::int64_t task_count(const HostCopy& copy) noexcept;

/// Runs tasks first … end − 1. @throws std::bad_alloc.
void run_tasks(const HostCopy& copy, std::int64_t first, std::int64_t end);

/// For the CPU device's launches: the extent's width counts tasks.
[[nodiscard]] const kernels::KernelEntry& host_copy_entry();

/// Cuts the axes of a copy into blocks: long enough along the destination that lines are written whole, wide enough
/// along the source that lines are read whole, small enough for the second-level cache, and enough of them for all
/// threads.
void choose_blocks(HostCopy& copy, std::int64_t volume_bytes, unsigned thread_count);

}  // namespace texelscope::gpu::copy
