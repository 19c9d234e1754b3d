#pragma once

#include "app/window/panels/panel.h"

namespace texelscope::app {

/// Begins a window in the middle of the screen, above everything else, with a title and a button that closes it:
/// `is_shown` becomes false. `wanted` is its size at scale 1; it shrinks, and its content scrolls, in small windows.
/// End it with end_overlay(), whatever this says.
bool begin_overlay(const PanelContext& context, const char* name, const char* title, ImVec2 wanted, bool& is_shown);
void end_overlay();

}  // namespace texelscope::app
