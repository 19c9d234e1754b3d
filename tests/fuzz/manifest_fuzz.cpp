#include "app/files/file_error.h"
#include "app/golden/manifest.h"
#include "tests/fuzz/fuzz_input.h"

namespace texelscope::tests {

void fuzz_manifest(FuzzInput input) {
  const InputFile file(input, app::manifest_name);
  accept<app::FileError>([&] {
    for (const app::GoldenEntry& entry : app::load_manifest(file.folder()).entries) {
      const std::filesystem::path picture = app::picture_path(file.folder(), entry);
      require(picture.parent_path() == file.folder(), "a picture is in the manifest's folder");
    }
  });
}

}  // namespace texelscope::tests
