#pragma once

#include <memory>

#include "gpu/driver/driver.h"
#include "texelscope/gpu/device.h"

namespace texelscope::gpu::cpu {

/// The number of threads that run kernels: one per hardware thread, unless the environment variable
/// TEXELSCOPE_CPU_THREADS specifies it (1–1024). @throws Unavailable for any other value, with the value and the valid
/// range.
[[nodiscard]] unsigned choose_thread_count();

/// The niceness of the threads that run kernels, 0–19 as in setpriority(2): 0, unless the environment variable
/// TEXELSCOPE_CPU_NICENESS specifies it. @throws Unavailable for any other value.
[[nodiscard]] int choose_niceness();

/// The machine as a device. The texture limits are those of an H200, so that programs that work on the CPU device work
/// there.
[[nodiscard]] DeviceProperties describe_machine(unsigned thread_count);

/// The CPU reference device, whose launches `recorder` records while it is on, if there is one; ContextRetain starts
/// it.
/// @throws InvalidArgument for modules of the recorder that have no recorded kernels.
[[nodiscard]] std::unique_ptr<driver::Driver> make_driver(std::shared_ptr<AccessRecorder> recorder = nullptr);

}  // namespace texelscope::gpu::cpu
