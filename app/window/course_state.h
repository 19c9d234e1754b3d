#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/images/view.h"
#include "app/window/edit.h"
#include "app/window/lesson.h"

namespace texelscope::app {

enum class LessonOutcome : unsigned char { open, wrong, right };

/// How far a learner has come in a lesson.
struct LessonProgress {
  std::size_t step = 0;
  bool is_finished = false;
  bool operator==(const LessonProgress&) const = default;
};

/// The lessons, and the one that is gone through.
struct Course {
  std::vector<Lesson> lessons{};
  /// Why there are none, or why the step does not do what it should; empty otherwise.
  std::string error{};
  std::optional<std::size_t> lesson{};
  std::size_t step = 0;
  /// For so many frames yet the widget that the step means is scrolled into sight.
  int frames_to_look = 0;
  /// Where that widget was drawn in this frame, as far as it is seen.
  std::optional<Rect> mark{};
  LessonFacts facts{};
  std::string typed{};
  LessonOutcome outcome = LessonOutcome::open;
  /// By the lesson's name; the session keeps it.
  std::map<std::string, LessonProgress, std::less<>> progress{};
  /// The name of the lesson to open, as a session asks for it.
  std::string wanted{};
  /// What was set up before the first lesson.
  std::optional<Edit> before{};
};

/// The step that is shown; null while no lesson is open.
[[nodiscard]] inline const LessonStep* current_step(const Course& course) {
  return course.lesson ? &course.lessons[*course.lesson].steps[course.step] : nullptr;
}

}  // namespace texelscope::app
