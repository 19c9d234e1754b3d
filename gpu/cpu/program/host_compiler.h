#pragma once

#include <filesystem>
#include <optional>

#include "gpu/driver/calls/kernel.h"

namespace texelscope::gpu::cpu {

/// The system's C++ compiler: the first of c++, g++ and clang++ that exists in the absolute folders of PATH.
[[nodiscard]] std::optional<std::filesystem::path> find_host_compiler();

/// Compiles the call's source into a shared library, in a process with limited memory, CPU time and file sizes, and
/// leaves no file behind. `records_accesses`: the kernels are compiled for recording (kernels/access_hooks.h). @throws
/// std::system_error if files cannot be written or the process cannot be started, std::bad_alloc.
[[nodiscard]] Status compile_on_host(driver::ProgramCompile& call, bool records_accesses);

}  // namespace texelscope::gpu::cpu
