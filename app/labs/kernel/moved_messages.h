#pragma once

#include <string_view>
#include <vector>

#include "texelscope/gpu/program.h"

namespace texelscope::app {

/// The messages about a text that still hold for what it was edited to, at the lines where these are now: those whose
/// line lies above or below all that changed, and those about the whole text.
[[nodiscard]] std::vector<gpu::CompileMessage> moved_messages(const std::vector<gpu::CompileMessage>& messages,
                                                              std::string_view compiled, std::string_view edited);

}  // namespace texelscope::app
