#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "app/workspace/state.h"

namespace texelscope::app {

/// The panels' layout settles within this many frames.
inline constexpr int frames_until_drawn = 6;

/// Begins a lesson, or resumes it where the learner left it.
void open_lesson(State& state, std::size_t lesson);
/// Returns to the list, and restores the previous setup.
void leave_lesson(State& state);
/// Forgets the progress and the first answers in all lessons of the course that is shown, and the learner's name.
void begin_again(State& state);
/// Whether all progress has been written to a results file since the course was opened.
[[nodiscard]] bool are_results_saved(const Course& course);
/// A description of what begin_again() deletes, in sentences.
[[nodiscard]] std::string loss_of_beginning_again(const Course& course);
/// Applies a step's settings, and shows the first answer to its question if there is one; a step past the last one ends
/// the lesson. Moving past an open question skips it, and a later answer to it does not count as the first one.
void go_to_step(State& state, std::size_t step);
/// Commits an answer. An answer of the wrong kind, such as a word for a number, is refused, with the reason in
/// Course::refusal.
void answer_question(State& state, const std::string& answer);
/// Opens the step's question again, in the step's setup, and covers the answer. The first answer does not change.
void try_again(State& state);
/// Reapplies the step's settings, and so reverts the learner's changes.
void show_setup(State& state);
/// The first answer to a task: the learner did it, or had show_solution() do it.
inline constexpr std::string_view task_done = "done";
inline constexpr std::string_view task_shown = "shown";
/// Performs the task, and records that it was shown unless it was done before.
void show_solution(State& state);
/// Checks whether the step's task is done; see watch_course().
void watch_step(State& state);

/// The part of a session that is set by a step and the steps before it.
[[nodiscard]] std::string state_of_step(const Lesson& lesson, std::size_t step);
/// Whether the setup is not the one of the step anymore, or another lab is open, while the step's question awaits its
/// answer: results of other setups can give the answer, too.
[[nodiscard]] bool is_setup_changed(const State& state);
/// The misconception behind a wrong answer; empty if the lesson names none. @throws ParameterError for texts with
/// invalid references.
[[nodiscard]] std::string mistake_behind(const LessonQuestion& question, const std::string& answer,
                                         const LessonFacts& facts, const State& state);
/// Distinguishes a step's question from earlier questions of the same step: 16 hexadecimal digits from its text, its
/// choices, and the computation of its answer or the goals of its task. Explanations, hints and names of computations
/// do not change it. Empty for a step without a question.
[[nodiscard]] std::string question_identity(const LessonStep& step);

/// The first answer to a step's question; null if there is none, or if it answered a different question because the
/// lesson has changed since. Answers of earlier versions of the program have no identity, and count for any question.
[[nodiscard]] const FirstAnswer* first_answer_to(const LessonProgress& progress, const Lesson& lesson,
                                                 std::size_t step);
/// The same for the learner's progress in the open course.
[[nodiscard]] const FirstAnswer* first_answer_to(const Course& course, const Lesson& lesson, std::size_t step);

/// The number of questions in a lesson, of those answered, and of those answered correctly the first time.
struct FirstTimes {
  std::size_t right = 0;
  std::size_t answered = 0;
  std::size_t questions = 0;
};
/// Whether the open question has neither been answered nor skipped before.
[[nodiscard]] bool awaits_first_answer(const Course& course);
[[nodiscard]] FirstTimes first_times(const Course& course, const Lesson& lesson);
[[nodiscard]] bool is_goal_met(const LessonQuestion& question, const Documents& documents);

}  // namespace texelscope::app
