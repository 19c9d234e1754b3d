#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/core/edit.h"
#include "app/core/lessons/lesson.h"
#include "app/core/lessons/lesson_facts.h"
#include "app/core/view.h"

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

[[nodiscard]] const LessonStep* current_step(const Course& course);

/// Reads the lessons, unless they are read; what is wrong with them becomes the error.
void read_course(Course& course);
/// Begins a lesson, or goes on where the learner left it.
void open_lesson(State& state, std::size_t lesson);
/// Back to the list, and to what was set up before.
void leave_lesson(State& state);
/// Sets what a step sets; the last step behind the end is the end of the lesson.
void go_to_step(State& state, std::size_t step);
/// Takes an answer.
void answer_question(State& state, const std::string& answer);
/// Does what the question asks to be done.
void show_solution(State& state);
/// Once a frame: opens the lesson that a session was in, as soon as nothing is loaded any more, and looks whether what
/// was asked has been done.
void watch_course(State& state);

/// The part of a session that the steps up to one set.
[[nodiscard]] std::string state_of_step(const Lesson& lesson, std::size_t step);
[[nodiscard]] bool is_goal_met(const LessonQuestion& question, const State& state);

}  // namespace texelscope::app
