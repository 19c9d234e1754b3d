#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/files/file.h"
#include "app/workspace/lesson.h"

namespace texelscope::app {

/// Maximum size of a lesson's file, in bytes.
inline constexpr std::uintmax_t max_lesson_bytes = 1 << 20;
/// Far more than a learner could read: the check applies every step, and compares every choice with every explained
/// mistake and every text.
inline constexpr std::size_t max_lesson_steps = 50;
inline constexpr std::size_t max_step_computations = 100;
inline constexpr std::size_t max_question_choices = 50;
inline constexpr std::size_t max_question_mistakes = 50;
inline constexpr std::size_t max_step_text_bytes = 1 << 16;

/// Reads a lesson, {"texelscope_lesson": 1, "title", "summary", "steps": [{"title", "text": [paragraph, …], "state",
/// "look_at", "compute": {name: {kind: {…}}}, "question": {"text", "choices", "answer", "tolerance", "goals": {path:
/// value}, "solution", "hint", "explanation"}, "sources": [source, …]}]}, whose name is that of the file.
/// @throws FileError, with the file and the entry, for a file that cannot be read, lacks an entry, or has an unknown
/// entry.
[[nodiscard]] Lesson load_lesson(const FilePlace& file);

/// Lessons in order: the built-in ones, or a teacher's own.
struct LessonCourse {
  /// One line.
  std::string title;
  /// The language of the texts, as a BCP 47 tag, such as "en" or "pt-BR".
  std::string language;
  std::vector<Lesson> lessons;
};

/// An estimate of the time for a step: to read it, to predict an answer, and to read the explanation.
inline constexpr std::size_t minutes_per_step = 2;

/// Maximum number of lessons in a course.
inline constexpr std::size_t max_course_lessons = 200;

/// Reads a course, {"texelscope_course": 1, "title", "language", "lessons": [entry, …], "headings": {entry: text, …}}.
/// An entry is the name of a built-in lesson, or the path of a lesson's file, NAME.json, in the folder of the course's
/// file or below it. A heading belongs above the lesson of its entry; "headings" is optional. @throws FileError, with
/// the file and the entry, for an unreadable course, a lesson that does not exist or is outside the folder, two lessons
/// with the same name, or a heading without a lesson.
[[nodiscard]] LessonCourse load_course(const std::filesystem::path& path);

/// The number of lessons at the beginning that share a topic; 0 for no lessons.
[[nodiscard]] std::size_t lessons_of_first_topic(std::span<const Lesson> lessons);

/// The file of a built-in lesson, for copies of it. @throws FileError if the lessons are missing.
[[nodiscard]] std::filesystem::path built_in_lesson_file(const std::string& name);

/// The built-in course: assets/lessons/lessons.json. @throws FileError.
[[nodiscard]] LessonCourse load_built_in_course();

/// Whether the text is a well-formed BCP 47 tag (RFC 5646, section 2.1): groups of 1 to 8 letters and digits separated
/// by '-', the first a language of 2 or 3 letters; 35 characters at most. Section 2.2.1 reserves longer language names,
/// and none is registered: "English" is invalid.
[[nodiscard]] bool is_language_tag(std::string_view text);

}  // namespace texelscope::app
