#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/window/lesson.h"
#include "app/window/screenshot.h"
#include "app/window/state.h"

namespace texelscope::app {

/// Something wrong in a lesson.
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
  /// One of the choices, as it is written there, or what is to be typed.
  std::string answer;
  /// Wrong ones, whose idea the lesson knows.
  std::vector<std::string> mistakes;
};

struct CheckedLessons {
  std::vector<LessonFault> faults;
  std::vector<CheckedAnswer> answers;
};

/// Goes through a lesson as a learner would: each step sets what it says, computes what its texts refer to and shows
/// the widget that it means; the right answer is among the choices, once, has a source, is neither told by the
/// step's texts nor seen in a small or a large window before it is committed, and each wrong choice says which idea
/// leads to it; a listing has the calls that are run; what is to be done is not done before and is by the solution.
/// `fresh_state` makes a state as sessions begin, with the device that computes. Adds what it finds to `checked`.
void check_lesson(const Lesson& lesson, const std::function<State()>& fresh_state, const DrawPanels& draw_panels,
                  CheckedLessons& checked);

}  // namespace texelscope::app
