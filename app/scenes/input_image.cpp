#include "app/scenes/input_image.h"

#include <algorithm>

#include "app/device/scoped_synchronize.h"
#include "app/files/assets.h"
#include "app/images/image_convert.h"
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

gpu::CUDAArray input_array(const SceneSetup& setup) {
  const Image image = with_array_channels(setup.image ? *setup.image : *builtin_image());
  auto array = gpu::CUDAArray::from_descriptor(
      setup.device, {gpu::Extent(static_cast<std::uint64_t>(image.width), static_cast<std::uint64_t>(image.height)),
                     image.type, image.channels, false});
  upload(setup, image, array);
  return array;
}

void upload(const SceneSetup& setup, const Image& image, const gpu::CUDAArray& array) {
  const gpu::Buffer staging = setup.device.allocate_pinned(image.pixels.size());
  std::ranges::copy(image.pixels, staging.host_bytes().begin());
  const ScopedSynchronize wait(setup.stream);
  array.copy_from(staging, setup.stream);
  setup.stream.synchronize();
}

}  // namespace texelscope::app
