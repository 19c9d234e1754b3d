#pragma once

#include <functional>
#include <span>
#include <string>

#include "app/window/action.h"
#include "app/window/state.h"

namespace texelscope::app {

/// Does what a user would do in a window that nobody sits at, from one frame to the next: "press Ctrl+K", a key of an
/// action; "click WIDGET"; "point WIDGET", or "point WIDGET X Y" with the place in it, 0 … 1 each way; "type TEXT" into
/// the field that has the keyboard. Widgets have the names that `explore --widgets` tells. A click comes a
/// frame after the mouse, which `draw` draws, and holds it down, for the caller to let it go after another.
/// @throws ParameterError for another step, a key without an action or a widget that is not drawn.
void do_picture_step(const std::string& step, State& state, std::span<const Action> actions,
                     const std::function<void()>& draw);

}  // namespace texelscope::app
