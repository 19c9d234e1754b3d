#pragma once

#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::app {

/// The obvious copy, for comparison: one thread per element, which computes both offsets from its C-order index.
/// Kernels on the stream's device must be able to access both sides.
void copy_naively(const gpu::StridedMemoryView& source, const gpu::StridedMemoryView& destination,
                  const gpu::Stream& stream);

}  // namespace texelscope::app
