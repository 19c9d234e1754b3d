#include <array>
#include <string>

#include "app/cli/lessons/class_report_text.h"
#include "app/files/file_error.h"
#include "app/lessons/lesson_results.h"
#include "app/lessons/report/class_report.h"
#include "tests/fuzz/fuzz_input.h"

namespace texelscope::tests {

void fuzz_lesson_results(FuzzInput input) {
  const InputFile file(input, "results.json");
  accept<app::FileError>([&] {
    const std::array results{app::load_results(file.path())};
    const auto reports = app::make_class_reports(results);
    require(reports.size() == 1, "a file belongs to one course");
    const std::string text = app::class_report_text(reports);
    require(text.find_first_of("\x1b\r\t\x07") == std::string::npos, "a terminal must not interpret any of it");
    static_cast<void>(app::students_csv(reports));
    static_cast<void>(app::steps_csv(reports));
    static_cast<void>(app::answers_csv(results));
    static_cast<void>(app::class_report_json(reports));
  });
}

}  // namespace texelscope::tests
