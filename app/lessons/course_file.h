#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/window/lesson.h"

namespace texelscope::app {

/// Lessons in order: the built-in ones, or a teacher's own.
struct LessonCourse {
  /// One line.
  std::string title;
  /// The language of the texts, as a BCP 47 tag, such as "en" or "pt-BR".
  std::string language;
  std::vector<Lesson> lessons;
};

/// Maximum number of lessons in a course.
inline constexpr std::size_t max_course_lessons = 200;

/// Reads a course, {"texelscope_course": 1, "title", "language", "lessons": [entry, …]}. An entry is the name of a
/// built-in lesson, or the path of a lesson's file, NAME.json, in the folder of the course's file or below it. @throws
/// FileError, with the file and the entry, for an unreadable course, a lesson that does not exist or is outside the
/// folder, or two lessons of one name.
[[nodiscard]] LessonCourse load_course(const std::filesystem::path& path);

/// The built-in course: assets/lessons/lessons.json. @throws FileError.
[[nodiscard]] LessonCourse load_built_in_course();

/// Whether a file is a course, by its content: an object with the key "texelscope_course". False for an unreadable
/// file.
[[nodiscard]] bool is_course_file(const std::filesystem::path& path);

/// Whether a text is formed as a tag of BCP 47 (RFC 5646, section 2.1): letters and digits in parts of 1 to 8 with '-'
/// between them, the first a language of 2 or 3 letters; 35 characters at most. Section 2.2.1 reserves longer names of
/// languages, and none is registered: "English" is invalid.
[[nodiscard]] bool is_language_tag(std::string_view text);

}  // namespace texelscope::app
