#pragma once

#include "gpu/copy/copy_pointers.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::gpu::copy {

/// Both sides of a copy: their layouts, and the addresses of offset 0.
struct CopySides {
  StridedLayout source;
  StridedLayout destination;
  CopyPointers pointers;
};

/// Copies host memory that the device of `stream` does not reach into memory that it does, part by part through
/// page-locked buffers: while the device takes one part, the host packs the next. Returns when the host memory has been
/// read.
void upload(const CopySides& sides, const Stream& stream);

/// The way back. Returns when the host memory has been written.
void download(const CopySides& sides, const Stream& stream);

}  // namespace texelscope::gpu::copy
