#pragma once

#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::app {

/// The copy that anyone would write first: a thread for each element, which works out both offsets from its number in C
/// order of the index. For comparison. Kernels of the stream's device must reach both sides.
void copy_naively(const gpu::StridedMemoryView& source, const gpu::StridedMemoryView& destination,
                  const gpu::Stream& stream);

}  // namespace texelscope::app
