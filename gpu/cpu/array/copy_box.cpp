#include "gpu/cpu/array/copy_box.h"

#include <algorithm>
#include <cstring>

namespace texelscope::gpu::cpu {
namespace {

/// From this size on, multiple threads are faster than a single thread.
constexpr std::size_t large_bytes = std::size_t{1} << 20;
/// The smallest part for one thread.
constexpr std::size_t min_part_bytes = std::size_t{256} << 10;

/// For long parts, the C library can choose stores that bypass the caches. The length is a multiple of a cache line,
/// and therefore of every word.
std::size_t part_bytes(const WorkerPool& pool, std::size_t size_bytes) {
  return std::max(min_part_bytes, size_bytes / (std::size_t{4} * pool.thread_count()) / 64 * 64);
}

template <class Function>
void for_parts(WorkerPool& pool, std::size_t size_bytes, const Function& function) {
  if (size_bytes < large_bytes) {
    function(std::size_t{0}, size_bytes);
    return;
  }
  pool.for_ranges(static_cast<std::int64_t>(size_bytes), static_cast<std::int64_t>(part_bytes(pool, size_bytes)),
                  [&](std::int64_t first, std::int64_t end) {
                    function(static_cast<std::size_t>(first), static_cast<std::size_t>(end - first));
                  });
}

}  // namespace

void copy_bytes(WorkerPool& pool, std::byte* destination, const std::byte* source, std::size_t size_bytes) {
  for_parts(pool, size_bytes,
            [&](std::size_t first, std::size_t part) { std::memmove(destination + first, source + first, part); });
}

template <class Word>
void fill_words(WorkerPool& pool, Word* destination, Word value, std::size_t count) {
  for_parts(pool, count * sizeof(Word), [&](std::size_t first, std::size_t part) {
    std::fill_n(destination + first / sizeof(Word), part / sizeof(Word), value);
  });
}

template void fill_words(WorkerPool&, std::uint8_t*, std::uint8_t, std::size_t);
template void fill_words(WorkerPool&, std::uint16_t*, std::uint16_t, std::size_t);
template void fill_words(WorkerPool&, std::uint32_t*, std::uint32_t, std::size_t);

void copy_box(WorkerPool& pool, const BoxSide& destination, const BoxSide& source, const BoxSize& size) {
  const auto is_contiguous = [&](const BoxSide& side) {
    return (size.rows == 1 || side.row_pitch_bytes == size.row_bytes) &&
           (size.slices == 1 || side.slice_pitch_bytes == size.row_bytes * size.rows);
  };
  const std::size_t total_bytes = size.row_bytes * size.rows * size.slices;
  if (total_bytes == 0) {
    return;
  }
  if (is_contiguous(destination) && is_contiguous(source)) {
    copy_bytes(pool, destination.first, source.first, total_bytes);
    return;
  }
  const auto copy_rows = [&](std::int64_t first, std::int64_t end) {
    for (auto index = static_cast<std::size_t>(first); index < static_cast<std::size_t>(end); ++index) {
      const std::size_t row = index % size.rows;
      const std::size_t slice = index / size.rows;
      std::memmove(destination.first + slice * destination.slice_pitch_bytes + row * destination.row_pitch_bytes,
                   source.first + slice * source.slice_pitch_bytes + row * source.row_pitch_bytes, size.row_bytes);
    }
  };
  const auto row_count = static_cast<std::int64_t>(size.rows * size.slices);
  if (total_bytes < large_bytes) {
    copy_rows(0, row_count);
    return;
  }
  const std::size_t rows_of_part = std::max<std::size_t>(1, part_bytes(pool, total_bytes) / size.row_bytes);
  pool.for_ranges(row_count, static_cast<std::int64_t>(rows_of_part), copy_rows);
}

}  // namespace texelscope::gpu::cpu
