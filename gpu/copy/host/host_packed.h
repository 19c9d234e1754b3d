#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/copy/host/host_copy.h"

/// Blocks that are matrices: items along some axes are one run of the destination (a block's rows), items along other
/// axes are one run of the source (its columns). While a block is transposed and written, the next one is packed: its
/// rows are copied next to each other. Thus each line of the source is read once, and rows a power of two apart, whose
/// lines evict each other from the caches, are read like others.
namespace texelscope::gpu::copy {

/// Decides whether blocks are packed, and lays out their buffers.
[[nodiscard]] bool find_packing(HostCopy& copy);

/// Runs tasks first … end − 1, at least one; `buffer` has copy.buffer_bytes. @throws std::bad_alloc.
void run_packed_tasks(const HostCopy& copy, std::int64_t first, std::int64_t end, std::byte* buffer);

/// A packed matrix, and the buffer for its transpose. Rows and columns up to the next multiples of `packed_rows` and
/// `packed_columns`, and `packed_margin_bytes` after each row of both, may be read and written.
struct PackedMatrix {
  const std::byte* from = nullptr;
  std::int64_t pitch = 0;
  std::byte* to = nullptr;
  std::int64_t to_pitch = 0;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
};
inline constexpr std::int64_t packed_rows = 32;
inline constexpr std::int64_t packed_columns = 16;
inline constexpr std::int64_t packed_margin_bytes = 32;

void transpose_packed(const PackedMatrix& matrix, std::int64_t item_bytes) noexcept;

}  // namespace texelscope::gpu::copy
