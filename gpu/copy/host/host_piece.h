#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/copy/host/host_copy.h"

namespace texelscope::gpu::copy {

/// Items along two axes. Strides are in bytes and may be negative; the written items do not overlap.
struct HostPiece {
  const std::byte* from = nullptr;
  std::byte* to = nullptr;
  std::int64_t item_bytes = 1;
  std::int64_t count = 1;
  std::int64_t source_stride = 0;
  std::int64_t stride = 0;
  std::int64_t count_across = 1;
  std::int64_t source_stride_across = 0;
  std::int64_t stride_across = 0;
};

void move_piece(HostKernel kernel, const HostPiece& piece) noexcept;

/// For HostKernel::gather: items of 1–31 bytes.
void gather_piece(const HostPiece& piece) noexcept;

/// For HostKernel::register_transpose: items of 1, 2, 3, 4, 8 or 16 bytes, which are adjacent across in the source,
/// forward or backward, and adjacent along in the destination.
void register_transpose(const HostPiece& piece) noexcept;

}  // namespace texelscope::gpu::copy
