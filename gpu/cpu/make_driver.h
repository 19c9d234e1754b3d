#pragma once

#include <memory>

#include "gpu/driver/driver.h"
#include "texelscope/gpu/device.h"

namespace texelscope::gpu::cpu {

/// How many threads run kernels: one for each hardware thread, unless the environment variable TEXELSCOPE_CPU_THREADS
/// says otherwise (1–1024). @throws Unavailable when it says anything else, with its value and what is legal.
[[nodiscard]] unsigned choose_thread_count();

/// How far the threads that run kernels yield to others, 0–19 as in setpriority(2): 0, unless the environment variable
/// TEXELSCOPE_CPU_NICENESS says otherwise. @throws Unavailable when it says anything else.
[[nodiscard]] int choose_niceness();

/// The machine as a device. Limits of textures are those of an H200, so that what works on the CPU device works there.
[[nodiscard]] DeviceProperties describe_machine(unsigned thread_count);

/// The CPU reference device; ContextRetain starts it.
[[nodiscard]] std::unique_ptr<driver::Driver> make_driver();

}  // namespace texelscope::gpu::cpu
