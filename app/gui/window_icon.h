#pragma once

#include "render/window/window.h"

namespace texelscope::app {

/// Gives the window the program's icon, in the sizes that lie in assets/icon; sizes that are missing are left out.
/// @throws FileError for a file that is no picture.
void set_program_icon(render::Window& window);

}  // namespace texelscope::app
