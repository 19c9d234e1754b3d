#pragma once

#include <string>
#include <string_view>

#include "texelscope/gpu/program.h"

namespace texelscope::gpu {

/// The whole text that a device compiles: the headers, the definitions, the text itself under its own name and line
/// numbers, and an entry for each kernel. @throws InvalidArgument as Program::compile.
[[nodiscard]] std::string program_text(std::string_view source, const ProgramOptions& options,
                                       std::string_view device_name);

}  // namespace texelscope::gpu
