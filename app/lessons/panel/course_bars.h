#pragma once

#include "app/window/panels/panel.h"

namespace texelscope::app {

/// Above the list of lessons: whose they are where they are not the program's, with the way back.
void draw_course_title(const PanelContext& context);
/// Below the list: buttons for the course as a whole.
void draw_course_buttons(const PanelContext& context);

}  // namespace texelscope::app
