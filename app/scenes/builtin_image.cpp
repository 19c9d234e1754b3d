#include "app/scenes/builtin_image.h"

#include "app/files/assets.h"
#include "app/images/image_file.h"

namespace texelscope::app {

Image pattern_image(int width, int height) {
  Image image{width, height, 4, gpu::DataType::uint8, {}};
  image.pixels.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const bool is_line = x % 64 == 0 || y % 64 == 0;
      const bool is_dark = ((x / 8) + (y / 8)) % 2 == 1;
      const int shade = is_line ? 255 : is_dark ? 160 : 200;
      const int channels[] = {x * shade / width, y * shade / height, (width - x) * shade / width, 255};
      for (const int value : channels) {
        image.pixels.push_back(static_cast<std::byte>(value));
      }
    }
  }
  return image;
}

std::shared_ptr<const Image> builtin_image() {
  // What fails is tried again, and told, by the next call.
  static const std::shared_ptr<const Image> image = [] {
    const auto photo = find_asset("photo.png");
    return std::make_shared<const Image>(photo ? load_image(*photo) : pattern_image(512, 512));
  }();
  return image;
}

}  // namespace texelscope::app
