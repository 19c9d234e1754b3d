#include "app/workspace/course.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/json_text.h"

namespace texelscope::app {

bool is_hidden(const Course& course, std::string_view widget) {
  const auto is_among = [&](const std::vector<std::string>& hidden) {
    return std::ranges::any_of(hidden, [&](std::string_view name) { return is_named_by(widget, name); });
  };
  const LessonStep* const step = current_step(course);
  return step != nullptr &&
         ((course.outcome == LessonOutcome::open && is_among(step->question.hidden)) || is_among(course.also_hidden));
}

bool is_course_file(const std::filesystem::path& path) {
  try {
    const nlohmann::ordered_json json = parse_json(read_file(path, max_course_bytes));
    return json.is_object() && json.contains("texelscope_course");
  } catch (const FileError&) {
    // Another reader will report its error.
    return false;
  }
}

}  // namespace texelscope::app
