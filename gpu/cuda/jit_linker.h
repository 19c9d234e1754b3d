#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "gpu/driver/calls/kernel.h"

namespace texelscope::gpu::cuda {

/// nvJitLink, loaded at run time, not linked. Its functions are declared here, so that its header is not needed.
struct JitLinker {
  using Handle = struct JitLinkTag*;
  using Result = int;
  static constexpr Result success = 0;
  /// NVJITLINK_INPUT_LTOIR.
  static constexpr int link_time_input = 3;

  Result (*Create)(Handle* handle, std::uint32_t num_options, const char** options) = nullptr;
  Result (*Destroy)(Handle* handle) = nullptr;
  Result (*AddData)(Handle handle, int input_type, const void* data, std::size_t size, const char* name) = nullptr;
  Result (*Complete)(Handle handle) = nullptr;
  Result (*GetLinkedCubinSize)(Handle handle, std::size_t* size) = nullptr;
  Result (*GetLinkedCubin)(Handle handle, void* cubin) = nullptr;
  Result (*GetErrorLogSize)(Handle handle, std::size_t* size) = nullptr;
  Result (*GetErrorLog)(Handle handle, char* log) = nullptr;

  /// The reason why nvJitLink is missing, and what to do; empty if it was found.
  std::string reason;
};

/// The newest nvJitLink whose code a driver of this version loads; found once for the process.
[[nodiscard]] const JitLinker& jit_linker(int driver_version);

/// Links the call's images for a compute capability (90 is 9.0). @throws std::bad_alloc.
[[nodiscard]] Status link_for_device(const JitLinker& linker, int capability, driver::CodeLink& call);

}  // namespace texelscope::gpu::cuda
