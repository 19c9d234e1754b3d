#pragma once

#include "app/window/panels/panel.h"

namespace texelscope::app {

/// Above the list of lessons: the course's title unless it is the built-in one, and a link back.
void draw_course_title(const PanelContext& context);
/// Below the list: buttons for the course as a whole.
void draw_course_buttons(const PanelContext& context);

}  // namespace texelscope::app
