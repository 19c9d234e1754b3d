#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/threads/worker_pool.h"

namespace texelscope::gpu::cpu {

/// One side of a copy: its first byte, and the pitches of its rows and slices.
struct BoxSide {
  std::byte* first = nullptr;
  std::size_t row_pitch_bytes = 0;
  std::size_t slice_pitch_bytes = 0;
};

/// The extent of a copy.
struct BoxSize {
  std::size_t row_bytes = 0;
  std::size_t rows = 1;
  std::size_t slices = 1;
};

/// Copies a box of bytes; multiple threads share a large copy. The sides must not overlap (otherwise, as in the driver
/// API, the result is undefined).
void copy_box(WorkerPool& pool, const BoxSide& destination, const BoxSide& source, const BoxSize& size);

/// Copies contiguous bytes in the same way.
void copy_bytes(WorkerPool& pool, std::byte* destination, const std::byte* source, std::size_t size_bytes);

/// Sets contiguous 1-, 2- or 4-byte words in the same way.
template <class Word>
void fill_words(WorkerPool& pool, Word* destination, Word value, std::size_t count);

}  // namespace texelscope::gpu::cpu
