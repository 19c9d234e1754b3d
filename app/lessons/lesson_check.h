#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/window/screenshot.h"
#include "app/workspace/lesson.h"
#include "app/workspace/state.h"

namespace texelscope::app {

/// An error in a lesson.
struct LessonFault {
  std::string lesson;
  /// From 1.
  std::size_t step = 1;
  std::string what;
};

/// The answer to a step's question on the device.
struct CheckedAnswer {
  std::string lesson;
  /// From 1.
  std::size_t step = 1;
  /// One of the choices, exactly as written, or the text to type.
  std::string answer;
  /// Wrong answers that the lesson explains.
  std::vector<std::string> mistakes;
};

struct CheckedLessons {
  std::vector<LessonFault> faults;
  std::vector<CheckedAnswer> answers;
};

/// Goes through a lesson as a learner would: each step applies its settings, which cause no error in the lab unless the
/// step is about it, computes the values in its texts and shows its widget; the right answer is among the choices
/// exactly once, has a source, and before it is committed is neither in the step's texts nor visible in a small window,
/// in a large one, or in a different tab of the lab, wherever the mouse is; a question that hides one of the lab's
/// results hides all of them, see LabDeclaration::results; each wrong choice has an explanation, and typical typed
/// answers differ from the right one and from each other; a listing matches the calls that are run; a task is not done
/// at the start, and its solution does it; titles, hints and explanations are not empty; the window's font has every
/// character of the texts. `fresh_state` creates the initial state of a session, with the device that computes and the
/// language of the course. Adds its findings to `checked`.
void check_lesson(const Lesson& lesson, const std::function<State()>& fresh_state, const DrawPanels& draw_panels,
                  CheckedLessons& checked);

}  // namespace texelscope::app
