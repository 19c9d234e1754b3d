#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "texelscope/gpu/program.h"

namespace texelscope::gpu {

/// The complete source that a device compiles: the headers, the definitions, the source under its own name and line
/// numbers, and an entry for each kernel. @throws InvalidArgument like Program::compile.
[[nodiscard]] std::string program_text(std::string_view source, const ProgramOptions& options,
                                       std::string_view device_name);

/// Parses the output of g++, clang++ or NVRTC. `name` is the name of the source in the output, `source` the source
/// itself.
[[nodiscard]] std::vector<CompileMessage> read_compile_messages(std::string_view log, std::string_view name,
                                                                std::string_view source);

/// "line 3, column 5: identifier "foo" is undefined".
[[nodiscard]] std::string to_string(const CompileMessage& message);

}  // namespace texelscope::gpu
