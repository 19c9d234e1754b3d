#pragma once

#include "gpu/driver/calls/call.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/kernels/launch.h"

namespace texelscope::gpu::driver {

/// What the first launch of a kernel would do beside: a kernel that nvcc did not compile has nothing to load.
struct KernelLoad {
  static constexpr CallInfo info{"cuFuncLoad"};
  const kernels::KernelEntry* entry = nullptr;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("kernel", *entry);
  }
};

/// The kernel's bytes are copied by the call.
struct Launch {
  static constexpr CallInfo info{"cuLaunchKernel"};
  const kernels::KernelEntry* entry = nullptr;
  kernels::LaunchExtent extent;
  const void* kernel = nullptr;
  StreamHandle stream;
  kernels::BlockShape shape{};

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("kernel", *entry);
    visitor("extent", extent);
    if (shape.threads != 0) {
      visitor("threads", shape.threads);
      visitor("shared_bytes", shape.shared_bytes);
    }
    visitor("stream", stream);
  }
};

}  // namespace texelscope::gpu::driver
