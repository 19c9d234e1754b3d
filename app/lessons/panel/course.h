#pragma once

#include "app/window/panels/panel.h"

namespace texelscope::app {

/// The list of lessons, or the one in progress; the marks of its step stay while the panel is hidden.
void draw_course(const PanelContext& context);

/// The lessons of the course below their topics, with the learner's progress in each; after a lesson, its score and a
/// button for the next one.
void draw_lesson_list(const PanelContext& context);

/// A frame around the step's widget, covers over widgets that show the answer until an answer is committed, and the
/// prediction below the lab. Draws nothing without a lesson.
void draw_step_marks(State& state, const Theme& theme, const Regions& regions);

}  // namespace texelscope::app
