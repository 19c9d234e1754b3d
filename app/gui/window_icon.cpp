#include "app/gui/window_icon.h"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "app/files/assets.h"
#include "app/images/image_file.h"

namespace texelscope::app {

void set_program_icon(render::Window& window) {
  constexpr std::array sizes = {16, 24, 32, 48, 64, 128};
  std::vector<Image> images;
  for (const int size : sizes) {
    if (const auto file = find_asset(fmt::format("icon/texelscope_{}.png", size))) {
      images.push_back(load_image(*file));
    }
  }
  std::vector<render::WindowIcon> icons;
  icons.reserve(images.size());
  for (const Image& image : images) {
    icons.push_back({image.width, image.height, image.pixels});
  }
  window.set_icon(icons);
}

}  // namespace texelscope::app
