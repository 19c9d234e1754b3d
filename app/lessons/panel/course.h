#pragma once

#include "app/window/panels/panel.h"

namespace texelscope::app {

/// The list of lessons, or the one in progress; the marks of its step stay while the panel is hidden.
void draw_course(const PanelContext& context);

}  // namespace texelscope::app
