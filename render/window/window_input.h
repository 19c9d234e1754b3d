#pragma once

#include "render/window/window.h"

namespace texelscope::render {

/// Sets callbacks that add to `events`, which must outlive the window; takes the window's user pointer. Callbacks that
/// are set later and call on (Dear ImGui's) get along with these.
void collect_input(GLFWwindow* window, WindowEvents& events);

}  // namespace texelscope::render
