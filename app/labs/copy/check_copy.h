#pragma once

#include <cstdint>

#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

/// Fills a buffer with numbers that tell each place from all others nearby.
void fill_with_noise(const gpu::Buffer& buffer, const gpu::Stream& stream);

/// Compares element by element, by index arithmetic alone: how many elements of `destination` are not those of
/// `source`. Both layouts lie at the beginning of their buffers. Waits for the stream.
[[nodiscard]] std::uint64_t count_differences(const gpu::Buffer& source, const gpu::StridedLayout& source_layout,
                                              const gpu::Buffer& destination,
                                              const gpu::StridedLayout& destination_layout, const gpu::Stream& stream);

}  // namespace texelscope::app
