#pragma once

#include "app/cli/bench/copy_figure.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::app {

/// Makes the memory of a case, copies and compares once, and then measures on `stream`'s device.
[[nodiscard]] CopyFigure measure(const CopyCase& any, const gpu::Stream& stream);

/// The same between the host and `stream`'s device. `host` is a stream of the CPU device: pageable memory is its, and
/// it compares.
[[nodiscard]] HostCopyFigure measure(const HostCopyCase& any, const gpu::Stream& stream, const gpu::Stream& host);

}  // namespace texelscope::app
