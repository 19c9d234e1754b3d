#include "app/images/image_file.h"
#include "tests/fuzz/fuzz_input.h"

namespace texelscope::tests {

void fuzz_image(FuzzInput input) {
  // Readers go by the content.
  const InputFile file(input, "input.png");
  accept<app::FileError>([&] {
    const app::Image image = app::load_image(file.path());
    require(image.channels >= 1 && image.channels <= 4, "a picture has 1 to 4 channels");
    require(image.pixels.size() == app::checked_image_size(file.path(), static_cast<std::uint64_t>(image.width),
                                                           static_cast<std::uint64_t>(image.height), image.channels,
                                                           image.type),
            "there are as many pixels as the extents say");
  });
}

}  // namespace texelscope::tests
