#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/lessons/course_file.h"
#include "app/lessons/report/class_report.h"
#include "app/workspace/state.h"

namespace texelscope::app {

/// "2 of 3 first attempts were made before the question changed".
[[nodiscard]] std::string changed_text(const StepScore& score);

/// Adds the course's information to the steps of a report: title and question, the right answer as computed on the CPU
/// device, and the misconception behind each wrong answer. The steps of lessons that nobody has begun get only their
/// title, because nothing is computed for them. `fresh_state` creates the initial state of a session. Returns the steps
/// that are not explained, and the reasons: "LESSON, step N: …".
[[nodiscard]] std::vector<std::string> explain_report(ClassReport& report, const LessonCourse& course,
                                                      const std::function<State()>& fresh_state);

}  // namespace texelscope::app
