#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpu/driver/device_box.h"
#include "texelscope/gpu/program.h"

namespace texelscope::gpu {

/// The output of a compiler after a failure.
struct CompilerOutput {
  std::string_view log;
  /// The reason why it could not compile at all, and a remedy.
  std::string_view reason;
};

/// Reports a failed compilation. @throws CompileError for source with errors, Unavailable for a missing compiler,
/// InvalidArgument for options that the compiler refuses, otherwise DriverError.
[[noreturn]] void throw_compile_failure(const DeviceBox& device, Status status, const std::string& name,
                                        const CompilerOutput& words, std::vector<CompileMessage> messages,
                                        const std::string& call_text);

}  // namespace texelscope::gpu
