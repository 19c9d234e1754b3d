#include "app/files/file_error.h"
#include "app/lessons/course_file.h"
#include "tests/fuzz/fuzz_input.h"

namespace texelscope::tests {

void fuzz_lesson(FuzzInput input) {
  const InputFile file(input, "lesson.json");
  accept<app::FileError>([&] {
    const app::Lesson lesson = app::load_lesson(file.path());
    require(!lesson.steps.empty(), "a lesson has steps");
  });
}

}  // namespace texelscope::tests
