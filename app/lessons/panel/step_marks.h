#pragma once

#include "app/window/panels/panel.h"

namespace texelscope::app {

/// A frame around the widget that the step means, covers over what shows the answer until one is committed, and the
/// prediction beside what happened. A state without a lesson has none of them.
void draw_step_marks(State& state, const Theme& theme);

}  // namespace texelscope::app
