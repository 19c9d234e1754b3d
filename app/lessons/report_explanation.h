#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/lessons/class_report.h"
#include "app/lessons/course_file.h"
#include "app/window/state.h"

namespace texelscope::app {

/// Adds to the steps of a report what the course says about them: the title and the question, the right answer as it is
/// computed on the CPU device, and the idea that leads to each wrong one. Steps that nobody answered get their title
/// alone, as nothing is computed for them. `fresh_state` makes a state as sessions begin. Returns which steps are not
/// explained, and why: "LESSON, step N: …".
[[nodiscard]] std::vector<std::string> explain_report(ClassReport& report, const LessonCourse& course,
                                                      const std::function<State()>& fresh_state);

}  // namespace texelscope::app
