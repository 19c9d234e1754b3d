#pragma once

#include "app/window/panels/panel.h"

namespace texelscope::app {

/// The lessons, or the one that is gone through; and a frame around the widget that its step means.
void draw_course(const PanelContext& context);
/// The frame alone, in a picture that shows no lesson beside it.
void draw_step_mark(State& state, const Theme& theme);

}  // namespace texelscope::app
