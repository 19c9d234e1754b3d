#pragma once

#include <string_view>
#include <vector>

#include "texelscope/gpu/program.h"

namespace texelscope::app {

/// The messages that still apply after an edit, at their new lines: those whose line is above or below all changes, and
/// those that apply to the whole source.
[[nodiscard]] std::vector<gpu::CompileMessage> moved_messages(const std::vector<gpu::CompileMessage>& messages,
                                                              std::string_view compiled, std::string_view edited);

}  // namespace texelscope::app
