#include "app/workspace/course.h"
#include "app/files/file_error.h"
#include "app/lessons/course_file.h"
#include "tests/fuzz/fuzz_input.h"

namespace texelscope::tests {

void fuzz_course(FuzzInput input) {
  const InputFile file(input, "course.json");
  static_cast<void>(app::is_course_file(file.path()));
  accept<app::FileError>([&] {
    const app::LessonCourse course = app::load_course(file.path());
    require(!course.lessons.empty() && course.lessons.size() <= app::max_course_lessons, "a course has lessons");
    require(app::is_language_tag(course.language), "a course has a language");
  });
}

}  // namespace texelscope::tests
