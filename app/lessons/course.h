#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "app/window/state.h"

namespace texelscope::app {

/// The panels' layout settles within this many frames.
inline constexpr int frames_until_drawn = 6;

/// Reads the lessons, unless they are read; what is wrong with them becomes the error.
void read_course(Course& course);
/// Begins a lesson, or goes on where the learner left it.
void open_lesson(State& state, std::size_t lesson);
/// Back to the list, and to what was set up before.
void leave_lesson(State& state);
/// Sets what a step sets; the last step behind the end is the end of the lesson.
void go_to_step(State& state, std::size_t step);
/// Commits an answer. An answer of another kind, such as a word for a number, is refused: Course::refusal says why.
void answer_question(State& state, const std::string& answer);
/// The first answer to a task: the learner did it, or asked for show_solution().
inline constexpr std::string_view task_done = "done";
inline constexpr std::string_view task_shown = "shown";
/// Does what the question asks to be done, and keeps that it was shown unless it was done before.
void show_solution(State& state);
/// Once a frame: opens the lesson that a session was in, as soon as nothing is loaded any more, and looks whether what
/// was asked has been done.
void watch_course(State& state);

/// The part of a session that the steps up to one set.
[[nodiscard]] std::string state_of_step(const Lesson& lesson, std::size_t step);
/// Which idea leads to a wrong answer; empty where the lesson does not know. @throws ParameterError for texts that
/// refer to nothing.
[[nodiscard]] std::string mistake_behind(const LessonQuestion& question, const std::string& answer,
                                         const LessonFacts& facts, const State& state);
/// The questions of a lesson that have an answer, and how many were answered rightly the first time.
struct FirstTimes {
  std::size_t right = 0;
  std::size_t questions = 0;
};
[[nodiscard]] FirstTimes first_times(const Course& course, const Lesson& lesson);
[[nodiscard]] bool is_goal_met(const LessonQuestion& question, const State& state);

}  // namespace texelscope::app
