#pragma once

#include <filesystem>
#include <optional>

#include "gpu/driver/calls/kernel.h"

namespace texelscope::gpu::cpu {

/// The system's C++ compiler: the first of c++, g++ and clang++ that a folder of PATH has.
[[nodiscard]] std::optional<std::filesystem::path> find_host_compiler();

/// Compiles the call's text into a shared library with it. @throws std::system_error when no files can be written or no
/// process started, std::bad_alloc.
[[nodiscard]] Status compile_on_host(driver::ProgramCompile& call);

}  // namespace texelscope::gpu::cpu
