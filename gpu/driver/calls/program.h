#pragma once

#include <chrono>
#include <cstddef>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/driver/calls/call.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::gpu::driver {

/// Compiles a text for this device. invalid_source: the text has errors, which `log` tells; jit_compiler_not_found:
/// there is no compiler, and `reason` says what to do; timeout: it was stopped, or its time was up.
struct ProgramCompile {
  static constexpr CallInfo info{"nvrtcCompileProgram"};
  /// The whole text, with an entry for each kernel (texelscope/kernels/program_entry.h).
  std::string_view source;
  std::string_view name;
  std::size_t num_kernels = 0;
  std::chrono::milliseconds time_limit{};
  std::stop_token stop;
  std::vector<std::byte> binary{};          // result
  std::string log{};                        // result: what the compiler says
  std::string reason{};                     // result
  std::vector<std::size_t> kernel_sizes{};  // result, where the binary does not tell them

  [[nodiscard]] Arguments arguments() const { return {{"name", name}, {"source_bytes", source.size()}}; }
};

/// Loads what ProgramCompile made for the same device.
struct ModuleLoad {
  static constexpr CallInfo info{"cuModuleLoadData", ObjectKind::kernel_module, CallEffect::creates};
  std::span<const std::byte> binary;
  ModuleHandle module{};  // result

  [[nodiscard]] Arguments arguments() const { return {{"binary_bytes", binary.size()}}; }
  TEXELSCOPE_OBJECT(module)
};

/// Work that runs the module's kernels may be scheduled still: it is not disturbed.
struct ModuleUnload {
  static constexpr CallInfo info{"cuModuleUnload", ObjectKind::kernel_module, CallEffect::destroys};
  ModuleHandle module;
  TEXELSCOPE_ARGUMENTS(module)
};

struct ModuleGetFunction {
  static constexpr CallInfo info{"cuModuleGetFunction"};
  ModuleHandle module;
  const char* name = nullptr;
  FunctionHandle function{};    // result; lives as long as the module
  std::size_t kernel_size = 0;  // result, where the binary tells it
  TEXELSCOPE_ARGUMENTS(module, name)
};

}  // namespace texelscope::gpu::driver
