#pragma once

#include "gpu/driver/calls/kernel.h"

/// NVRTC in a process of its own, which can be ended while it parses and held to an amount of memory.
namespace texelscope::gpu::cuda {

/// Compiles the call's text as compile_for_device does, by the NVRTC for a driver of this version: in the process that
/// the call names, under the limits of the CPU device's compiler, else in this one. @throws std::bad_alloc.
[[nodiscard]] Status compile_program(int driver_version, int capability, driver::ProgramCompile& call);

/// What that process does: compiles the text of standard input, and writes the results to standard output. Returns its
/// exit code. @throws InvalidArgument when standard input holds no such text.
[[nodiscard]] int run_nvrtc_process();

}  // namespace texelscope::gpu::cuda
