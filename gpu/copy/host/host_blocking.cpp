#include "gpu/copy/host/host_copy.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "gpu/copy/host/host_stream.h"

namespace texelscope::gpu::copy {
namespace {

using AxisOrder = std::vector<std::int32_t>;

// Measured with two threads on processors with 1 MiB of second-level cache each.
constexpr std::int64_t written_run_bytes = 512;
/// Runs of one axis that begin and end within cache lines are made longer if the other side's runs leave room in the
/// caches.
constexpr std::int64_t unaligned_run_items = 512;
constexpr std::int64_t min_unaligned_run_bytes = 1024;
constexpr std::int64_t max_unaligned_run_bytes = 4096;
constexpr std::int64_t read_run_bytes = 512;
/// For rows that are written in place, on both sides.
constexpr std::int64_t in_place_run_bytes = 1024;
/// Together with its source, a block fits in the first-level cache unless its runs are too long.
constexpr std::int64_t block_bytes = std::int64_t{8} << 10;
constexpr std::int64_t in_place_block_bytes = std::int64_t{128} << 10;
constexpr std::int64_t largest_block_bytes = std::int64_t{256} << 10;
/// Blocks per thread: enough that the threads finish at about the same time.
constexpr std::int64_t blocks_per_thread = 4;

std::int64_t bytes_of_block(const HostCopy& copy) {
  std::int64_t bytes = copy.item_bytes;
  for (std::int32_t index = 0; index < copy.axis_count; ++index) {
    bytes *= copy.axes[index].block;
  }
  return bytes;
}

/// Extends a block along the axes of `order`, one after the other, until they make up `wanted` bytes.
void grow(HostCopy& copy, const AxisOrder& order, std::int64_t wanted) {
  std::int64_t bytes = copy.item_bytes;
  for (const std::int32_t index : order) {
    HostAxis& axis = copy.axes[index];
    std::int64_t items = std::min(axis.extent, (wanted + bytes - 1) / bytes);
    if (items < axis.extent) {
      // Blocks of about the same size, which begin at cache lines if the first block does.
      const std::int64_t count = (axis.extent + items - 1) / items;
      const std::int64_t whole_lines = cache_line_bytes / std::gcd(cache_line_bytes, bytes);
      items = (axis.extent + count - 1) / count;
      if (whole_lines <= items) {
        items = std::min(axis.extent, (items + whole_lines - 1) / whole_lines * whole_lines);
      }
    }
    const std::int64_t times = std::max<std::int64_t>(1, largest_block_bytes / bytes_of_block(copy));
    axis.block = std::max(axis.block, std::min(items, axis.block * times));
    bytes *= axis.block;
    if (bytes >= wanted || axis.block < axis.extent) {
      break;
    }
  }
}

/// Extends a block along the axes until it has `wanted` bytes in total.
void fill_up(HostCopy& copy, const AxisOrder& order, std::int64_t wanted) {
  std::int64_t bytes = bytes_of_block(copy);
  for (const std::int32_t index : order) {
    HostAxis& axis = copy.axes[index];
    const std::int64_t times = std::min(wanted / bytes, (axis.extent + axis.block - 1) / axis.block);
    if (times > 1) {
      bytes = bytes / axis.block * std::min(axis.extent, axis.block * times);
      axis.block = std::min(axis.extent, axis.block * times);
    }
  }
}

std::int64_t wanted_run_bytes(const HostCopy& copy) {
  std::uint64_t common = reinterpret_cast<std::uintptr_t>(copy.pointers.destination);
  for (std::int32_t index = 1; index < copy.axis_count; ++index) {
    common |= static_cast<std::uint64_t>(copy.axes[index].destination_stride);
  }
  if (copy.is_in_place) {
    return in_place_run_bytes;
  }
  if (common % cache_line_bytes == 0) {
    return written_run_bytes;
  }
  const bool is_rows = copy.kernel == HostKernel::rows;
  const std::int64_t item_bytes = is_rows ? copy.axes[0].extent : copy.item_bytes;
  const std::int64_t wanted = std::clamp(unaligned_run_items * std::min<std::int64_t>(item_bytes, 16),
                                         min_unaligned_run_bytes, max_unaligned_run_bytes);
  // Runs of multiple short axes are scattered over the source.
  return is_rows ? wanted : std::min(wanted, std::max(written_run_bytes, copy.axes[0].extent * copy.item_bytes));
}

std::int64_t cut(HostCopy& copy, std::int64_t share) {
  AxisOrder by_destination(static_cast<std::size_t>(copy.axis_count));
  std::iota(by_destination.begin(), by_destination.end(), 0);
  AxisOrder by_source = by_destination;
  const auto stride = [&](std::int32_t index) { return std::abs(copy.axes[index].source_stride); };
  // Repeated data is read once: its axes come last.
  std::ranges::stable_sort(by_source, {}, [&](std::int32_t index) {
    return std::pair{stride(index) == 0, stride(index)};
  });
  for (HostAxis& axis : copy.axes) {
    axis.block = 1;
  }
  grow(copy, by_destination, wanted_run_bytes(copy) / share);
  grow(copy, by_source, (copy.is_in_place ? in_place_run_bytes : read_run_bytes) / share);
  // Consecutive rows of the source are read as one run; rows that are adjacent in the destination may be in lines that
  // evict each other from a cache.
  if (copy.is_in_place) {
    fill_up(copy, by_source, in_place_block_bytes / share);
  } else {
    fill_up(copy, by_destination, block_bytes / share);
  }
  std::int64_t count = 1;
  for (std::int32_t index = 0; index < copy.axis_count; ++index) {
    HostAxis& axis = copy.axes[index];
    axis.blocks = (axis.extent + axis.block - 1) / axis.block;
    count *= axis.blocks;
  }
  return count;
}

}  // namespace

void choose_blocks(HostCopy& copy, std::int64_t volume_bytes, unsigned thread_count) {
  constexpr std::int64_t min_block_bytes = std::int64_t{32} << 10;
  constexpr std::int64_t smallest_share = 4;
  const std::int64_t wanted = std::min<std::int64_t>(blocks_per_thread * thread_count, volume_bytes / min_block_bytes);
  for (std::int64_t share = 1; cut(copy, share) < wanted && share < smallest_share; share *= 2) {
  }
}

}  // namespace texelscope::gpu::copy
