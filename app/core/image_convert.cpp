#include "app/core/image_convert.h"

#include <cstdint>
#include <cstring>
#include <limits>

namespace texelscope::app {
namespace {

template <class Sample>
void append_alpha(const Image& from, Image& to, Sample alpha) {
  constexpr std::size_t size = 3 * sizeof(Sample);
  const std::size_t texels = from.pixels.size() / size;
  for (std::size_t index = 0; index < texels; ++index) {
    std::byte* const texel = to.pixels.data() + index * 4 * sizeof(Sample);
    std::memcpy(texel, from.pixels.data() + index * size, size);
    std::memcpy(texel + size, &alpha, sizeof(Sample));
  }
}

}  // namespace

Image with_array_channels(const Image& image) {
  if (image.channels != 3) {
    return image;
  }
  Image four{image.width, image.height, 4, image.type, std::vector<std::byte>(image.pixels.size() / 3 * 4)};
  switch (gpu::size_bytes(image.type)) {
    case 1:
      append_alpha(image, four, std::numeric_limits<std::uint8_t>::max());
      break;
    case 2:
      append_alpha(image, four, std::numeric_limits<std::uint16_t>::max());
      break;
    default:
      append_alpha(image, four, 1.0F);
  }
  return four;
}

}  // namespace texelscope::app
