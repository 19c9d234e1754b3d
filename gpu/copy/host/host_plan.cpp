#include <algorithm>
#include <bit>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "gpu/copy/host/host_copy.h"
#include "gpu/copy/host/host_packed.h"
#include "gpu/copy/host/host_stream.h"

namespace texelscope::gpu::copy {
namespace {

/// From this size on, runs that are contiguous on both sides move as a row of bytes.
constexpr std::int64_t min_row_bytes = 32;
/// Smaller copies stay in the caches for the next reader of the result.
constexpr std::int64_t past_caches_bytes = std::int64_t{4} << 20;
constexpr std::int64_t min_run_bytes = 2 * cache_line_bytes;
/// Rows from this size on are written directly, even if they begin and end within cache lines.
constexpr std::int64_t long_row_bytes = 512;
constexpr std::int64_t min_near_row_bytes = 1024;
/// Rows of whole lines from this size on are written directly, even if the source continues along another axis than
/// the destination.
constexpr std::int64_t min_scattered_row_bytes = 128;

/// Red, green and blue.
constexpr std::int64_t pixel_bytes = 3;

bool is_word(std::int64_t bytes) noexcept {
  return bytes <= 16 && std::has_single_bit(static_cast<std::uint64_t>(bytes));
}

/// Copies the axes, the finest of the destination first, and merges items that are adjacent on both sides: addresses
/// need no alignment here.
void set_axes(HostCopy& copy, const CopyPlan& plan) {
  copy.item_bytes = plan.item_bytes;
  std::size_t left = plan.axes.size();
  if (left > 0 && plan.axes[left - 1].source_stride == copy.item_bytes &&
      plan.axes[left - 1].destination_stride == copy.item_bytes) {
    copy.item_bytes *= plan.axes[--left].extent;
  }
  if (copy.item_bytes >= min_row_bytes || left == 0) {
    copy.axes[copy.axis_count++] = {copy.item_bytes, 1, 1, 1, 1, 0};
    copy.item_bytes = 1;
  }
  for (; left > 0; --left) {
    const CopyAxis& axis = plan.axes[left - 1];
    copy.axes[copy.axis_count++] = {axis.extent, 1, 1, axis.source_stride, axis.destination_stride, 0};
  }
}

/// The axis with the smallest source stride after the first; 0 if none exists.
std::int32_t nearest_axis(const HostCopy& copy) {
  std::int32_t nearest = 0;
  for (std::int32_t index = copy.axis_count - 1; index > 0; --index) {
    const std::int64_t stride = std::abs(copy.axes[index].source_stride);
    if (stride > 0 && (nearest == 0 || stride <= std::abs(copy.axes[nearest].source_stride))) {
      nearest = index;
    }
  }
  return nearest == 0 && copy.axis_count > 1 ? 1 : nearest;
}

void choose_kernel(HostCopy& copy) {
  const HostAxis& first = copy.axes[0];
  copy.across = nearest_axis(copy);
  if (copy.item_bytes == 1 && first.source_stride == 1 && first.destination_stride == 1) {
    copy.kernel = HostKernel::rows;
    copy.across = copy.axis_count > 1 ? 1 : 0;
  } else if (copy.across > 0 && first.source_stride != 0 &&
             (is_word(copy.item_bytes) || copy.item_bytes == pixel_bytes) &&
             first.destination_stride == copy.item_bytes &&
             std::abs(copy.axes[copy.across].source_stride) == copy.item_bytes) {
    copy.kernel = HostKernel::register_transpose;
  } else {
    copy.kernel = HostKernel::gather;
  }
}

/// Counts the first axes of a block that are one run in the destination. Returns its bytes; 0 if no run exists. An axis
/// of which the block has a part is the last: if another continued the part, it would overlap the rest of that axis.
std::int64_t find_run(HostCopy& copy) {
  std::int64_t bytes = copy.item_bytes;
  copy.run_axis_count = 0;
  while (copy.run_axis_count < copy.axis_count && copy.axes[copy.run_axis_count].destination_stride == bytes) {
    bytes *= copy.axes[copy.run_axis_count++].block;
  }
  return copy.run_axis_count > 0 ? bytes : 0;
}

bool is_every_row_whole_lines(const HostCopy& copy) {
  std::uint64_t common = reinterpret_cast<std::uintptr_t>(copy.pointers.destination);
  common |= static_cast<std::uint64_t>(copy.axes[0].extent);
  for (std::int32_t index = 1; index < copy.axis_count; ++index) {
    common |= static_cast<std::uint64_t>(copy.axes[index].destination_stride);
  }
  return common % cache_line_bytes == 0;
}

/// Whether the items of a row are near each other on both sides.
bool is_gathered_in_place(const HostCopy& copy) {
  const HostAxis& first = copy.axes[0];
  return copy.kernel == HostKernel::gather && is_word(copy.item_bytes) && first.destination_stride == copy.item_bytes &&
         first.source_stride > 0 && first.source_stride <= cache_line_bytes &&
         first.extent * copy.item_bytes >= long_row_bytes;
}

/// Decides whether rows are written in place, and into which cache their source is then prefetched.
void find_place(HostCopy& copy) {
  if (is_gathered_in_place(copy)) {
    copy.is_in_place = true;
    copy.read_ahead = HostReadAhead::none;
  } else if (copy.kernel == HostKernel::rows) {
    const std::int64_t row_bytes = copy.axes[0].extent;
    const bool is_scattered = nearest_axis(copy) > 1;
    copy.is_in_place = row_bytes >= long_row_bytes ||
                       (is_every_row_whole_lines(copy) && (row_bytes >= min_scattered_row_bytes || !is_scattered));
    copy.read_ahead = row_bytes >= min_near_row_bytes ? HostReadAhead::near : HostReadAhead::far;
  }
}

/// The layout of an assembled block: as in the destination, but with each run on separate cache lines.
void lay_out_buffer(HostCopy& copy, std::int64_t run_bytes) {
  std::int64_t stride = copy.item_bytes;
  for (std::int32_t index = 0; index < copy.axis_count; ++index) {
    if (index == copy.run_axis_count) {
      // An odd number of lines: the runs then spread over all sets of a cache.
      stride = (run_bytes / cache_line_bytes | 1) * cache_line_bytes;
      stride += stride < run_bytes ? 2 * cache_line_bytes : 0;
    }
    copy.axes[index].buffer_stride = stride;
    stride *= copy.axes[index].block;
  }
  copy.buffer_bytes = stride;
}

/// The contiguous part of a block in the source, which is prefetched as a unit.
void find_read_ahead(HostCopy& copy) {
  std::vector<std::int32_t> nearest(static_cast<std::size_t>(copy.axis_count));
  std::iota(nearest.begin(), nearest.end(), 0);
  const auto stride = [&](std::int32_t index) { return std::abs(copy.axes[index].source_stride); };
  std::ranges::stable_sort(nearest, {}, stride);
  copy.read_ahead_bytes = copy.item_bytes;
  for (const std::int32_t index : nearest) {
    if (stride(index) <= std::max(copy.read_ahead_bytes, cache_line_bytes)) {
      copy.read_ahead_axes |= std::uint64_t{1} << index;
      copy.read_ahead_bytes += (copy.axes[index].block - 1) * stride(index);
    }
  }
}

}  // namespace

HostCopy make_host_copy(const CopyPlan& plan, const CopyPointers& pointers, unsigned thread_count,
                        std::int64_t written_bytes) {
  HostCopy copy;
  copy.pointers = {pointers.source + plan.source_offset, pointers.destination + plan.destination_offset};
  if (plan.volume_bytes == 0) {
    copy.axis_count = 1;
    copy.axes[0].blocks = 0;
    return copy;
  }
  set_axes(copy, plan);
  choose_kernel(copy);
  find_place(copy);
  choose_blocks(copy, plan.volume_bytes, thread_count);
  const std::int64_t run_bytes = find_run(copy);
  copy.is_past_caches = std::max(plan.volume_bytes, written_bytes) >= past_caches_bytes && run_bytes >= min_run_bytes;
  if (copy.is_past_caches && !find_packing(copy)) {
    find_read_ahead(copy);
    if (copy.is_in_place) {
      copy.run_axis_count = 1;
    } else {
      lay_out_buffer(copy, run_bytes);
    }
  }
  return copy;
}

}  // namespace texelscope::gpu::copy
