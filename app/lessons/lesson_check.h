#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "app/window/lesson.h"
#include "app/window/state.h"

namespace texelscope::app {

/// Something wrong in a lesson.
struct LessonFault {
  std::string lesson;
  /// From 1.
  std::size_t step = 1;
  std::string what;
};

/// The names of the widgets that a state's panels draw.
using WidgetNames = std::function<std::set<std::string, std::less<>>(State& state)>;

/// Goes through a lesson as a learner would: each step sets what it says, computes what its texts refer to and shows
/// the widget that it means; the right answer is among the choices, once, and has a source; what is to be done is not
/// done before and is by the solution. `state` is as sessions begin, with the device that computes.
[[nodiscard]] std::vector<LessonFault> check_lesson(const Lesson& lesson, const std::function<State()>& fresh_state,
                                                    const WidgetNames& widgets);

}  // namespace texelscope::app
