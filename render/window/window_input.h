#pragma once

#include "render/window/window.h"

namespace texelscope::render {

/// Sets callbacks that add to `events`, which must outlive the window; uses the window's user pointer. Compatible with
/// callbacks that are set later and chain to these (Dear ImGui's).
void collect_input(GLFWwindow* window, WindowEvents& events);

}  // namespace texelscope::render
