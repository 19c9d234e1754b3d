#include <filesystem>

#include "app/compare/report/results.h"
#include "app/compare/report/saved_report.h"
#include "app/files/file_error.h"
#include "tests/fuzz/fuzz_input.h"

namespace texelscope::tests {

void fuzz_report(FuzzInput input) {
  const InputFile file(input, "results.json");
  accept<app::FileError>([&] {
    const app::SavedReport report = app::read_report(file.folder());
    for (const app::PairResult& result : report.results) {
      for (const app::ReportPicture& picture : result.pictures) {
        const std::filesystem::path path = (report.folder.path() / picture.path).lexically_normal();
        require(path.parent_path() == file.folder() / "pictures", "a picture is in the report's folder");
      }
    }
    static_cast<void>(app::to_json(report.results));
    static_cast<void>(app::to_table(report.results));
  });
}

}  // namespace texelscope::tests
