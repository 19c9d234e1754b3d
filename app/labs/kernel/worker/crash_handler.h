#pragma once

#include <cstdint>

#include "app/labs/kernel/worker/worker_protocol.h"
#include "texelscope/kernels/kernel_entry.h"

/// Ends the worker where its kernel goes wrong, and says where that was. All of it is for the worker's process alone.
namespace texelscope::app {

/// Once, before the module is loaded. The report lies in the shared memory.
void install_crash_handlers(CrashReport& report);

/// Loads the shared library behind a descriptor while nothing can be opened: the one file that the loader asks for is
/// this one. Its static initializers run like the kernel. @throws gpu::InvalidArgument.
[[nodiscard]] void* load_guarded_module(int descriptor);

/// The entry of the loaded module's kernel; a crash of it is reported. @throws gpu::InvalidArgument.
[[nodiscard]] kernels::KernelEntry guarded_entry(void* module);

/// Ends this process at once, with all threads.
[[noreturn]] void end_this_process();

}  // namespace texelscope::app
