#pragma once

#include "gpu/driver/calls/call.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/kernels/launch.h"

namespace texelscope::gpu::driver {

/// What the first launch of a kernel would do beside: a kernel that nvcc did not compile has nothing to load.
struct KernelLoad {
  static constexpr CallInfo info{"cuFuncLoad"};
  const kernels::KernelEntry* entry = nullptr;

  [[nodiscard]] Arguments arguments() const { return {{"kernel", *entry}}; }
};

/// The kernel's bytes are copied by the call.
struct Launch {
  static constexpr CallInfo info{.name = "cuLaunchKernel", .kind = WorkKind::launch};
  const kernels::KernelEntry* entry = nullptr;
  kernels::LaunchExtent extent;
  const void* kernel = nullptr;
  StreamHandle stream;
  kernels::BlockShape shape{};

  [[nodiscard]] Arguments arguments() const {
    Arguments all{{"kernel", *entry}, {"extent", extent}};
    if (shape.threads != 0) {
      all.add({"threads", shape.threads});
      all.add({"shared_bytes", shape.shared_bytes});
    }
    all.add({"stream", stream});
    return all;
  }
};

}  // namespace texelscope::gpu::driver
