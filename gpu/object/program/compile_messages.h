#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "texelscope/gpu/program.h"

namespace texelscope::gpu {

/// Reads what g++, clang++ or NVRTC wrote. `name` is what the text is called in it, `source` that text.
[[nodiscard]] std::vector<CompileMessage> read_compile_messages(std::string_view log, std::string_view name,
                                                                std::string_view source);

/// "line 3, column 5: identifier "foo" is undefined".
[[nodiscard]] std::string to_string(const CompileMessage& message);

}  // namespace texelscope::gpu
