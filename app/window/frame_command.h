#pragma once

#include <string>
#include <string_view>

#include "app/window/state.h"

namespace texelscope::app {

/// A word as a POSIX shell takes it: in single quotes where it has other signs than letters, digits and _@%+=:,./-
[[nodiscard]] std::string shell_word(std::string_view word);

/// The command line that renders the frame which is shown, byte for byte: `texelscope render SCENE --frame N …`. A
/// frame that hangs on the mouse is the one that it is without.
[[nodiscard]] std::string frame_command(const State& state);

}  // namespace texelscope::app
