#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/gui/screen/screen.h"
#include "app/workspace/state.h"

namespace texelscope::app {

/// Checks whether the window's OpenGL runs on the GPU of the kernels; if not, shows a notice that offers, if possible,
/// to restart the program on that GPU.
void notify_of_placement(State& state, const GLScreen& screen);

/// Replaces this process with a program. Its arguments begin with its name; the variables are added to this process's
/// environment. @throws std::system_error with the reason from execv.
void start_again(const std::string& program, std::vector<std::string> arguments,
                 const std::vector<std::pair<std::string, std::string>>& variables);

/// The arguments that this process was started with, beginning with its name. @throws FileError.
[[nodiscard]] std::vector<std::string> own_arguments();

}  // namespace texelscope::app
