#pragma once

#include "app/window/panels/panel.h"

namespace texelscope::app {

/// The lessons, or the one that is gone through, and the marks of its step.
void draw_course(const PanelContext& context);

}  // namespace texelscope::app
