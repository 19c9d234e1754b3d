#pragma once

#include "app/window/panels/panel.h"

namespace texelscope::app {

/// The lessons of the course below their topics, with the learner's progress in each; after a lesson, its score and a
/// button for the next one.
void draw_lesson_list(const PanelContext& context);

}  // namespace texelscope::app
