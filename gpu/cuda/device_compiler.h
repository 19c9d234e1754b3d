#pragma once

#include <cstddef>
#include <string>

#include "gpu/driver/calls/kernel.h"

namespace texelscope::gpu::cuda {

/// NVRTC, loaded at run time, not linked. Its functions are declared here, so that its header is not needed.
struct Nvrtc {
  using Program = struct ProgramTag*;
  using Result = int;
  static constexpr Result success = 0;
  static constexpr Result out_of_memory = 1;
  static constexpr Result invalid_option = 5;
  static constexpr Result compilation = 6;
  static constexpr Result cancelled = 16;
  /// Called periodically during a compilation; any result except 0 cancels it.
  using FlowCallback = int (*)(void* payload, void* reserved);

  const char* (*GetErrorString)(Result result) = nullptr;
  Result (*Version)(int* major, int* minor) = nullptr;
  Result (*GetNumSupportedArchs)(int* count) = nullptr;
  Result (*GetSupportedArchs)(int* numbers) = nullptr;
  Result (*CreateProgram)(Program* program, const char* source, const char* name, int num_headers,
                          const char* const* headers, const char* const* include_names) = nullptr;
  Result (*DestroyProgram)(Program* program) = nullptr;
  Result (*CompileProgram)(Program program, int num_options, const char* const* options) = nullptr;
  Result (*AddNameExpression)(Program program, const char* expression) = nullptr;
  Result (*GetLoweredName)(Program program, const char* expression, const char** name) = nullptr;
  Result (*GetProgramLogSize)(Program program, std::size_t* size) = nullptr;
  Result (*GetProgramLog)(Program program, char* log) = nullptr;
  Result (*GetCUBINSize)(Program program, std::size_t* size) = nullptr;
  Result (*GetCUBIN)(Program program, char* cubin) = nullptr;
  Result (*GetPTXSize)(Program program, std::size_t* size) = nullptr;
  Result (*GetPTX)(Program program, char* ptx) = nullptr;
  Result (*GetLTOIRSize)(Program program, std::size_t* size) = nullptr;
  Result (*GetLTOIR)(Program program, char* code) = nullptr;
  /// Null before CUDA 13.
  Result (*SetFlowCallback)(Program program, FlowCallback callback, void* payload) = nullptr;

  /// The reason why NVRTC is missing, and what to do; empty if it was found.
  std::string reason;
  /// The loaded file, and its size: builds of the same version can differ.
  std::string identity;
};

/// The newest NVRTC whose binaries a driver of this version loads; found once for the process.
[[nodiscard]] const Nvrtc& nvrtc(int driver_version);

/// Compiles the call's source for a compute capability (90 is 9.0): into its machine code or, if this NVRTC is older
/// than the device, into PTX, which the driver compiles. @throws std::bad_alloc.
[[nodiscard]] Status compile_for_device(const Nvrtc& nvrtc, int capability, driver::ProgramCompile& call);

/// Compiles an ordinary source for a compute capability. @throws std::bad_alloc.
[[nodiscard]] Status compile_source_for_device(const Nvrtc& nvrtc, int capability, driver::SourceCompile& call);

/// The names and texts of all headers that SourceOptions::has_library_headers provides.
[[nodiscard]] const std::string& library_headers_text();

/// compile_source_for_device(), or the result from the call's cache. @throws std::bad_alloc.
[[nodiscard]] Status compile_source_with_cache(const Nvrtc& nvrtc, int capability, driver::SourceCompile& call);

}  // namespace texelscope::gpu::cuda
