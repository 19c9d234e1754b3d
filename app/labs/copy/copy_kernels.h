#pragma once

#include <cstdint>

#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/strided_layout.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::app {

/// Fills a buffer with numbers that differ from all others nearby.
void fill_with_noise(const gpu::Buffer& buffer, const gpu::Stream& stream);

/// Compares element by element, using only index arithmetic. @returns the number of elements of `destination` that
/// differ from `source`. Both layouts start at the beginning of their buffers. Waits for the stream.
[[nodiscard]] std::uint64_t count_differences(const gpu::Buffer& source, const gpu::StridedLayout& source_layout,
                                              const gpu::Buffer& destination,
                                              const gpu::StridedLayout& destination_layout, const gpu::Stream& stream);

/// The obvious copy, for comparison: one thread per element, which computes both offsets from its C-order index.
/// Kernels on the stream's device must be able to access both sides.
void copy_naively(const gpu::StridedMemoryView& source, const gpu::StridedMemoryView& destination,
                  const gpu::Stream& stream);

}  // namespace texelscope::app
