#pragma once

#include <cstdint>

#include "app/labs/kernel/worker/worker_protocol.h"
#include "texelscope/kernels/kernel_entry.h"

/// Ends the worker when its kernel fails, and reports the position. For the worker's process only.
namespace texelscope::app {

/// Call once, before the module is loaded. The report must be in the shared memory.
void install_crash_handlers(CrashReport& report);

/// Loads the shared library to which a descriptor refers; meanwhile, the loader cannot open any other file. Its static
/// initializers run like the kernel. @throws gpu::InvalidArgument.
[[nodiscard]] void* load_guarded_module(int descriptor);

/// The entry of the loaded module's kernel, whose crashes are reported. @throws gpu::InvalidArgument.
[[nodiscard]] kernels::KernelEntry guarded_entry(void* module);

/// Ends this process immediately, with all threads.
[[noreturn]] void end_this_process();

}  // namespace texelscope::app
