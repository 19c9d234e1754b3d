#pragma once

#include <span>
#include <string>

#include "app/window/state.h"

namespace texelscope::app {

/// Says which files are read because a session names them.
void notify_of_read_files(const std::string& origin, State& state);

/// Says which keys of a session, such as "labs.kernels.file", are not taken from it; nothing for none.
void notify_of_passed_over(std::span<const std::string> keys, const std::string& origin, State& state);

/// Says which sizes of frames, such as "8192 × 8192 of fluid", are not taken from it; nothing for none.
void notify_of_large_frames(std::span<const std::string> sizes, const std::string& origin, State& state);

}  // namespace texelscope::app
