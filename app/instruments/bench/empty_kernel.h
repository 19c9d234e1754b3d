#pragma once

#include <cstdint>

#include "texelscope/kernels/launch.h"

namespace texelscope::app {

/// A kernel that does nothing, for measuring the cost of a launch.
struct EmptyKernel {
  std::int32_t unused = 0;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index /*index*/) const {}
};

/// The empty kernel, compiled for every device that this build supports.
[[nodiscard]] const kernels::KernelEntry& empty_kernel_entry();

}  // namespace texelscope::app
