#include "gpu/copy/host/host_packed.h"

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "gpu/copy/host/host_block.h"
#include "gpu/copy/host/host_stream.h"
#include "gpu/copy/host/host_wide_transpose.h"

namespace texelscope::gpu::copy {
namespace {

/// Shorter runs are not worth a row, or a call of stream_run().
constexpr std::int64_t min_packed_row_bytes = cache_line_bytes;
constexpr std::int64_t min_written_bytes = 2 * cache_line_bytes;
/// The source is prefetched this far ahead into the first-level cache: few rows, so that rows that share a set of the
/// cache stay in it.
constexpr std::int64_t ahead_bytes = 2048;
/// The columns that are transposed before they are written: they fit in the first-level cache.
constexpr std::int64_t strip_bytes = std::int64_t{24} << 10;

/// Rows of bytes are the items of such a matrix.
std::int32_t first_row_axis(const HostCopy& copy) noexcept { return copy.kernel == HostKernel::rows ? 1 : 0; }
std::int64_t bytes_of_item(const HostCopy& copy) noexcept {
  return copy.kernel == HostKernel::rows ? copy.axes[0].extent : copy.item_bytes;
}

/// The number of items along the axes of a row, or of a column; `count_of(index)` is that along one axis.
template <class CountOf>
std::int64_t row_count(const HostCopy& copy, CountOf&& count_of) noexcept {
  std::int64_t rows = 1;
  for (std::int32_t index = first_row_axis(copy); index < copy.run_axis_count; ++index) {
    rows *= count_of(index);
  }
  return rows;
}
template <class CountOf>
std::int64_t column_count(const HostCopy& copy, CountOf&& count_of) noexcept {
  std::int64_t columns = 1;
  for (std::int32_t place = 0; place < copy.column_axis_count; ++place) {
    columns *= count_of(copy.column_axes[place]);
  }
  return columns;
}

/// An odd number of lines: rows of a buffer then spread over all sets of a cache.
std::int64_t odd_lines(std::int64_t bytes) noexcept {
  return ((bytes + cache_line_bytes - 1) / cache_line_bytes | 1) * cache_line_bytes;
}

/// The distances of a block's rows from the first one in the source, and of its columns in the destination. Blocks at
/// the end of an axis have the first of them.
struct PackedOffsets {
  std::vector<std::int64_t> rows{0};
  std::vector<std::int64_t> columns{0};

  explicit PackedOffsets(const HostCopy& copy) {
    for (std::int32_t index = first_row_axis(copy); index < copy.run_axis_count; ++index) {
      repeat(rows, copy.axes[index].block, copy.axes[index].source_stride);
    }
    for (std::int32_t place = 0; place < copy.column_axis_count; ++place) {
      const HostAxis& axis = copy.axes[copy.column_axes[place]];
      repeat(columns, axis.block, axis.destination_stride);
    }
  }

 private:
  static void repeat(std::vector<std::int64_t>& offsets, std::int64_t count, std::int64_t stride) {
    const std::size_t inner = offsets.size();
    offsets.reserve(inner * static_cast<std::size_t>(count));
    for (std::int64_t index = 1; index < count; ++index) {
      for (std::size_t each = 0; each < inner; ++each) {
        offsets.push_back(offsets[each] + index * stride);
      }
    }
  }
};

void copy_line(std::byte* to, const std::byte* from) noexcept {
  const auto first = load<Word16>(from);
  const auto second = load<Word16>(from + 16);
  const auto third = load<Word16>(from + 32);
  const auto fourth = load<Word16>(from + 48);
  store(to, first);
  store(to + 16, second);
  store(to + 32, third);
  store(to + 48, fourth);
}

/// Copies a row and prefetches another one. The last line begins early enough to be whole.
void pack_row(std::byte* to, const std::byte* from, const std::byte* ahead, std::int64_t bytes) noexcept {
  const std::int64_t last = bytes - cache_line_bytes;
  if (last < 0) {
    copy_row(to, from, bytes);
    return;
  }
  for (std::int64_t at = 0; at < last; at += cache_line_bytes) {
    __builtin_prefetch(ahead + at, 0, 3);
    copy_line(to + at, from + at);
  }
  __builtin_prefetch(ahead + last, 0, 3);
  __builtin_prefetch(ahead + bytes - 1, 0, 3);
  copy_line(to + last, from + last);
}

/// Copies a block's rows into a buffer, some at a time.
class Packing {
 public:
  Packing(const HostCopy& copy, const HostBlock& block, const PackedOffsets& offsets, std::byte* to) noexcept
      : source_{block.pointers.source},
        offsets_{offsets.rows.data()},
        to_{to},
        pitch_{copy.packed_pitch},
        row_bytes_{column_count(copy, [&](auto index) { return block.counts[index]; }) * bytes_of_item(copy)},
        rows_{row_count(copy, [&](auto index) { return block.counts[index]; })},
        rows_ahead_{(ahead_bytes + row_bytes_ - 1) / row_bytes_} {}

  /// Continues until `done` of `all` parts are copied.
  void advance(std::int64_t done, std::int64_t all) noexcept {
    for (const std::int64_t end = rows_ * done / all; row_ < end; ++row_) {
      const std::int64_t row_ahead = std::min(row_ + rows_ahead_, rows_ - 1);
      pack_row(to_ + row_ * pitch_, source_ + offsets_[row_], source_ + offsets_[row_ahead], row_bytes_);
    }
  }

 private:
  const std::byte* source_;
  const std::int64_t* offsets_;
  std::byte* to_;
  std::int64_t pitch_;
  std::int64_t row_bytes_;
  std::int64_t rows_;
  std::int64_t rows_ahead_;
  std::int64_t row_ = 0;
};

/// Lines that runs cover partly keep the rest: they are prefetched, because each run would otherwise wait for two.
void ask_for_ends(const std::byte* destination, const PackedOffsets& offsets, std::int64_t columns,
                  std::int64_t run_bytes) noexcept {
  for (std::int64_t column = 0; column < columns; ++column) {
    const std::byte* const begin = destination + offsets.columns[static_cast<std::size_t>(column)];
    for (const std::byte* const end : {begin, begin + run_bytes}) {
      if (reinterpret_cast<std::uintptr_t>(end) % cache_line_bytes != 0) {
        __builtin_prefetch(end, 1, 2);
      }
    }
  }
}

/// Transposes a packed block and writes it, strip by strip; calls `between` with the columns written so far, and all.
template <class Between>
void write_packed(const HostCopy& copy, const HostBlock& block, const PackedOffsets& offsets, const std::byte* packed,
                  std::byte* strip, Between&& between) noexcept {
  const std::int64_t item_bytes = bytes_of_item(copy);
  const std::int64_t rows = row_count(copy, [&](auto index) { return block.counts[index]; });
  const std::int64_t columns = column_count(copy, [&](auto index) { return block.counts[index]; });
  ask_for_ends(block.pointers.destination, offsets, columns, rows * item_bytes);
  for (std::int64_t first = 0; first < columns; first += copy.strip_columns) {
    const std::int64_t end = std::min(first + copy.strip_columns, columns);
    transpose_packed({packed + first * item_bytes, copy.packed_pitch, strip, copy.strip_pitch, rows, end - first},
                     item_bytes);
    for (std::int64_t column = first; column < end; ++column) {
      stream_run(block.pointers.destination + offsets.columns[static_cast<std::size_t>(column)],
                 strip + (column - first) * copy.strip_pitch, rows * item_bytes, [] {});
      between(column + 1, columns);
    }
  }
}

/// Finds the axes along which the source continues an item; an axis of which the block has a part is the last. The rows
/// end where the columns' axes begin, even if the destination goes on.
void find_columns(HostCopy& copy) noexcept {
  std::int64_t bytes = bytes_of_item(copy);
  bool is_part = false;
  for (std::int32_t index = first_row_axis(copy); index < copy.axis_count && !is_part;) {
    const HostAxis& axis = copy.axes[index];
    if (axis.block > 1 && std::abs(axis.source_stride) == bytes) {
      copy.run_axis_count = std::min(copy.run_axis_count, index);
      copy.column_axes[copy.column_axis_count++] = static_cast<std::uint8_t>(index);
      bytes *= axis.block;
      is_part = axis.block < axis.extent;
      index = copy.run_axis_count;
    } else {
      ++index;
    }
  }
}

/// Whether each axis of a block belongs to its rows or to its columns, and both are long enough.
bool are_matrices(const HostCopy& copy) noexcept {
  std::int32_t other_axes = copy.kernel == HostKernel::rows && copy.axes[0].block < copy.axes[0].extent ? 1 : 0;
  for (std::int32_t index = copy.run_axis_count; index < copy.axis_count; ++index) {
    other_axes += copy.axes[index].block > 1 ? 1 : 0;
  }
  const auto block_of = [&](auto index) { return copy.axes[index].block; };
  const std::int64_t rows = row_count(copy, block_of);
  const std::int64_t columns = column_count(copy, block_of);
  // Without wide registers, register_transpose() is faster.
  if (bytes_of_item(copy) == 3 && !has_wide_registers()) {
    return false;
  }
  return other_axes == copy.column_axis_count && rows > 1 && columns > 1 &&
         rows * bytes_of_item(copy) >= min_written_bytes && columns * bytes_of_item(copy) >= min_packed_row_bytes;
}

/// Whether each side has runs of several lines along a single axis although a block combines more axes. On processors
/// with large caches, packing such a block takes longer than copying it directly; on others, as long. Not inlined: GCC
/// 12 would then inline less into the loops of short rows, which take an eighth longer.
[[gnu::noinline, gnu::cold]] bool has_long_runs(const HostCopy& copy) noexcept {
  constexpr std::int64_t long_run_bytes = 2 * cache_line_bytes;
  if (copy.kernel == HostKernel::rows) {
    return copy.axes[0].extent >= long_run_bytes;
  }
  const bool is_combined = copy.run_axis_count + copy.column_axis_count > 2;
  const std::int64_t shorter = std::min(copy.axes[0].extent, copy.axes[copy.column_axes[0]].extent);
  return is_combined && shorter * copy.item_bytes >= long_run_bytes;
}

/// Columns are read in ascending order.
void turn_forwards(HostCopy& copy, HostAxis& axis) noexcept {
  if (axis.source_stride < 0) {
    copy.pointers.source += (axis.extent - 1) * axis.source_stride;
    copy.pointers.destination += (axis.extent - 1) * axis.destination_stride;
    axis.source_stride = -axis.source_stride;
    axis.destination_stride = -axis.destination_stride;
  }
}

}  // namespace

bool find_packing(HostCopy& copy) {
  HostCopy packed = copy;
  find_columns(packed);
  if (packed.is_in_place || !are_matrices(packed) || has_long_runs(packed)) {
    return false;
  }
  for (std::int32_t place = 0; place < packed.column_axis_count; ++place) {
    turn_forwards(packed, packed.axes[packed.column_axes[place]]);
  }
  packed.counted_first = packed.column_axes[packed.column_axis_count - 1];
  const auto block_of = [&](auto index) { return packed.axes[index].block; };
  const std::int64_t item_bytes = bytes_of_item(packed);
  const std::int64_t rows = (row_count(packed, block_of) + packed_rows - 1) / packed_rows * packed_rows;
  packed.packed_pitch = odd_lines(column_count(packed, block_of) * item_bytes + packed_margin_bytes);
  packed.packed_bytes = rows * packed.packed_pitch;
  packed.strip_pitch = odd_lines(rows * item_bytes + packed_margin_bytes);
  packed.strip_columns = std::clamp(strip_bytes / packed.strip_pitch / packed_columns, std::int64_t{1},
                                    cache_line_bytes / packed_columns) *
                         packed_columns;
  packed.buffer_bytes = 2 * packed.packed_bytes + packed.strip_columns * packed.strip_pitch;
  copy = packed;
  return true;
}

void run_packed_tasks(const HostCopy& copy, std::int64_t first, std::int64_t end, std::byte* buffer) {
  const PackedOffsets offsets{copy};
  std::byte* packed = buffer;
  std::byte* other = packed + copy.packed_bytes;
  std::byte* const strip = other + copy.packed_bytes;
  HostBlock block{copy, first};
  Packing{copy, block, offsets, packed}.advance(1, 1);
  for (std::int64_t next_number = first + 1; next_number < end; ++next_number) {
    const HostBlock next{copy, next_number};
    Packing packing{copy, next, offsets, other};
    write_packed(copy, block, offsets, packed, strip,
                 [&](std::int64_t done, std::int64_t all) { packing.advance(done, all); });
    block = next;
    std::swap(packed, other);
  }
  write_packed(copy, block, offsets, packed, strip, [](std::int64_t, std::int64_t) {});
}

}  // namespace texelscope::gpu::copy
