#pragma once

#include "app/window/panels/panel.h"

namespace texelscope::app {

/// The list of lessons, or the one in progress with the marks of its step.
void draw_course(const PanelContext& context);

}  // namespace texelscope::app
