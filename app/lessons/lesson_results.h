#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/window/lesson.h"
#include "app/window/state.h"

namespace texelscope::app {

/// A step asks a question or sets a task.
enum class StepKind : unsigned char { question, task };

/// The outcome of the first attempt. `open`: not reached yet; `skipped`: the learner went on without it; `shown`:
/// had the program do what was to be done.
enum class StepOutcome : unsigned char { open, skipped, wrong, right, shown, done };

/// As files and tables have them: "question", "skipped".
[[nodiscard]] std::string_view name_of(StepKind kind);
[[nodiscard]] std::string_view name_of(StepOutcome outcome);

/// A step that asks for something.
struct StepResult {
  /// From 1.
  std::size_t step = 1;
  StepKind kind = StepKind::question;
  StepOutcome outcome = StepOutcome::open;
  /// The first one; empty where none was given.
  std::string answer{};
  bool operator==(const StepResult&) const = default;
};

/// How far a student came in a lesson.
struct LessonResult {
  /// The lesson's name.
  std::string lesson;
  std::string title;
  bool is_begun = false;
  bool is_finished = false;
  /// All that ask for something, in the order of the lesson.
  std::vector<StepResult> steps{};
  bool operator==(const LessonResult&) const = default;
};

/// The results that a student hands in, one file per course.
struct LessonResults {
  /// As the student typed it.
  std::string student;
  /// The course's title.
  std::string course;
  /// Whether it is the course that comes with the program.
  bool is_built_in = false;
  /// When, in UTC: "2026-11-26T19:44:18Z".
  std::string saved;
  /// All of the course, in its order.
  std::vector<LessonResult> lessons{};
  bool operator==(const LessonResults&) const = default;
};

/// The learner's results in the open course.
[[nodiscard]] LessonResults results_of(const Course& course, std::string saved);

/// As JSON: {"texelscope_lesson_results": 1, "student", "course", "is_built_in", "saved", "lessons": [{"lesson",
/// "title", "is_begun", "is_finished", "steps": [{"step", "kind": "question", "outcome": "open", "skipped", "wrong" or
/// "right", "answer" where there is one} or {"step", "kind": "task", "outcome": "open", "skipped", "shown" or
/// "done"}]}]}.
[[nodiscard]] std::string results_text(const LessonResults& results);

/// Reads such a file. Its texts become lines without control characters, cut where they are long: 200 bytes of a name,
/// max_answer_bytes of an answer. @throws FileError, with the file and the entry, for one that cannot be read, lacks
/// an entry, has one that no results have, is larger than 1 MiB, or has a lesson or a step twice.
[[nodiscard]] LessonResults load_results(const std::filesystem::path& path);

}  // namespace texelscope::app
