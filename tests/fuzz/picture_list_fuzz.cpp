#include "app/files/file_error.h"
#include "app/window/screenshot_list.h"
#include "tests/fuzz/fuzz_input.h"

namespace texelscope::tests {

void fuzz_picture_list(FuzzInput input) {
  const InputFile file(input, "pictures.json");
  accept<app::FileError>([&] {
    const app::ScreenshotList list = app::load_picture_list(file.path());
    for (const app::ListedScreenshot& picture : list.pictures) {
      require(picture.options.width >= 1 && picture.options.height >= 1, "a picture has pixels");
    }
  });
}

}  // namespace texelscope::tests
