#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "app/window/lesson.h"
#include "app/window/state.h"

namespace texelscope::app {

/// The first answer to the question of a step.
struct StepResult {
  /// From 1.
  std::size_t step = 1;
  std::string answer;
  bool is_right = false;
  bool operator==(const StepResult&) const = default;
};

/// How far a student came in a lesson.
struct LessonResult {
  /// The lesson's name.
  std::string lesson;
  bool is_finished = false;
  /// In the order of the lesson; steps without an answer are left out.
  std::vector<StepResult> steps;
  bool operator==(const LessonResult&) const = default;
};

/// What a student hands in: one file a course.
struct LessonResults {
  /// As the student typed it.
  std::string student;
  /// The course's title.
  std::string course;
  /// When, in UTC: "2026-11-26T19:44:18Z".
  std::string saved;
  /// Those that were begun, in the order of the course.
  std::vector<LessonResult> lessons;
  bool operator==(const LessonResults&) const = default;
};

/// What the learner answered in the course that is open.
[[nodiscard]] LessonResults results_of(const Course& course, std::string saved);
/// The time now, as results have it.
[[nodiscard]] std::string time_of_results();

/// As JSON: {"texelscope_lesson_results": 1, "student", "course", "saved", "lessons": [{"lesson", "is_finished",
/// "steps": [{"step", "answer", "is_right"}]}]}.
[[nodiscard]] std::string results_text(const LessonResults& results);

/// Reads such a file. Its texts become lines without control characters, cut where they are long: 200 bytes of a name,
/// max_answer_bytes of an answer. @throws FileError, with the file and the entry, for one that cannot be read, lacks
/// an entry, has one that no results have, is larger than 1 MiB, or has a lesson or a step twice.
[[nodiscard]] LessonResults load_results(const std::filesystem::path& path);

}  // namespace texelscope::app
