#pragma once

#include "gpu/cuda/nvrtc.h"
#include "gpu/driver/calls/kernel.h"

namespace texelscope::gpu::cuda {

/// Compiles the call's text for a compute capability (90 is 9.0): into the machine code of that, or where this NVRTC is
/// older than the device into PTX, which the driver translates. @throws std::bad_alloc.
[[nodiscard]] Status compile_for_device(const Nvrtc& nvrtc, int capability, driver::ProgramCompile& call);

}  // namespace texelscope::gpu::cuda
