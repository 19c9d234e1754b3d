#pragma once

#include <functional>
#include <span>
#include <string>

#include "app/window/action.h"
#include "app/workspace/state.h"

namespace texelscope::app {

/// Simulates a user's action in a window, between two frames: "press Ctrl+K", a key of an action; "click WIDGET";
/// "point WIDGET", or "point WIDGET X Y" with a position in it, 0 … 1 in each direction; "type TEXT" into the field
/// with keyboard focus. Widgets have the names that `explore --widgets` writes. A click moves the mouse, draws a frame
/// with `draw`, and then presses the button; the caller releases the button one frame later. @throws ParameterError for
/// any other step, a key without an action or a widget that is not drawn.
void do_picture_step(const std::string& step, State& state, std::span<const Action> actions,
                     const std::function<void()>& draw);

}  // namespace texelscope::app
