#pragma once

#include "app/window/panels/panel.h"

namespace texelscope::app {

/// A frame around the step's widget, covers over widgets that show the answer until an answer is committed, and the
/// prediction below the lab. Draws nothing without a lesson.
void draw_step_marks(State& state, const Theme& theme, const Regions& regions);

}  // namespace texelscope::app
