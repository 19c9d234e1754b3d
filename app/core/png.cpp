#include "app/core/png.h"

#include <stb_image_write.h>

#include "app/core/image_convert.h"

namespace texelscope::app {

std::vector<std::byte> encode_png(const Image& image) {
  const Image encoded = with_8_bits(image);
  std::vector<std::byte> png;
  const auto append = [](void* context, void* data, int size) {
    const auto* const first = static_cast<const std::byte*>(data);
    auto& bytes = *static_cast<std::vector<std::byte>*>(context);
    bytes.insert(bytes.end(), first, first + size);
  };
  if (stbi_write_png_to_func(append, &png, image.width, image.height, image.channels, encoded.pixels.data(),
                             image.width * image.channels) == 0) {
    png.clear();
  }
  return png;
}

}  // namespace texelscope::app
