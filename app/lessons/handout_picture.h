#pragma once

#include <cstddef>
#include <vector>

#include "app/window/screenshot.h"
#include "app/workspace/lesson.h"

namespace texelscope::app {

/// The state in which a step of a handout is described and drawn: its settings, in the light theme.
[[nodiscard]] State handout_state(const Lesson& lesson, std::size_t step, const WindowPainter& painter);

/// The picture of a step: the lab or scene and its settings, with a frame around the widget of the step, and covers
/// over all answers up to this step. Leaves out empty space at the lower edge, and the bars and Navigation, which are
/// the same in all steps, unless the step's widget is in them. @throws see WindowPainter::paint().
[[nodiscard]] Screenshot draw_handout_step(const Lesson& lesson, std::size_t step, const WindowPainter& painter,
                                           const ScreenshotOptions& options);

/// Whether covers hide more than half of the lab.
[[nodiscard]] bool is_mostly_covered(const Screenshot& picture);

/// The pixels, with zeros where they vary between runs: equal for pictures with the same content.
[[nodiscard]] std::vector<std::byte> lasting_pixels(const Screenshot& picture);

}  // namespace texelscope::app
