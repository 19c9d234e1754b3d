#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/workspace/lesson.h"
#include "app/workspace/state.h"

namespace texelscope::app {

/// A step asks a question or sets a task.
enum class StepKind : unsigned char { question, task };

/// The outcome of the first attempt. `open`: not reached yet; `skipped`: the learner continued without it; `shown`: the
/// program performed the task on request.
enum class StepOutcome : unsigned char { open, skipped, wrong, right, shown, done };

/// Names in files and tables: "question", "skipped".
[[nodiscard]] std::string_view name_of(StepKind kind);
[[nodiscard]] std::string_view name_of(StepOutcome outcome);

/// Whether the learner has tried the step.
[[nodiscard]] inline bool is_attempted(StepOutcome outcome) {
  return outcome != StepOutcome::open && outcome != StepOutcome::skipped;
}

/// A step with a question or task.
struct StepResult {
  /// From 1.
  std::size_t step = 1;
  StepKind kind = StepKind::question;
  StepOutcome outcome = StepOutcome::open;
  /// The first answer; empty for none.
  std::string answer{};
  /// The question's or the task's identity, see question_identity(); empty in files of earlier versions of the program.
  std::string question{};
  bool operator==(const StepResult&) const = default;
};

/// A student's progress in a lesson.
struct LessonResult {
  /// The lesson's name.
  std::string lesson;
  std::string title;
  bool is_begun = false;
  bool is_finished = false;
  /// All questions and tasks, in the order of the lesson.
  std::vector<StepResult> steps{};
  bool operator==(const LessonResult&) const = default;
};

/// The results that a student hands in, one file per course.
struct LessonResults {
  /// The name that the student typed.
  std::string student;
  /// The course's title.
  std::string course;
  /// Whether the course is the built-in one.
  bool is_built_in = false;
  /// Time in UTC: "2026-11-26T19:44:18Z".
  std::string saved;
  /// All lessons of the course, in its order.
  std::vector<LessonResult> lessons{};
  bool operator==(const LessonResults&) const = default;
};

/// The learner's results in the open course.
[[nodiscard]] LessonResults results_of(const Course& course, std::string saved);

/// As JSON: {"texelscope_lesson_results": 1, "student", "course", "is_built_in", "saved", "lessons": [{"lesson",
/// "title", "is_begun", "is_finished", "steps": [{"step", "kind": "question", "outcome": "open", "skipped", "wrong" or
/// "right", "answer" where there is one, "question"} or {"step", "kind": "task", "outcome": "open", "skipped",
/// "shown" or "done", "question"}]}]}.
[[nodiscard]] std::string results_text(const LessonResults& results);

/// Reads a results file. Its texts become single lines without control characters, truncated to 200 bytes for a name,
/// max_answer_bytes for an answer. @throws FileError, with the file and the entry, for a file that is unreadable, lacks
/// an entry, has an unknown entry, is larger than 1 MiB, or has a lesson or step twice.
[[nodiscard]] LessonResults load_results(const std::filesystem::path& path);

}  // namespace texelscope::app
