#include "app/images/image_convert.h"

#include <cstdint>
#include <cstring>
#include <limits>

#include "texelscope/kernels/convert.h"

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

void to_8_bits(std::span<const std::byte> from, gpu::DataType type, std::span<std::byte> to) {
  const std::size_t size = gpu::size_bytes(type);
  for (std::size_t index = 0; index < to.size(); ++index) {
    if (type == gpu::DataType::float32) {
      float value = 0;
      std::memcpy(&value, from.data() + index * size, sizeof(value));
      to[index] = std::byte{kernels::to_unorm8(value)};
    } else {
      std::uint16_t value = 0;
      std::memcpy(&value, from.data() + index * size, sizeof(value));
      to[index] = static_cast<std::byte>((value * 255U + 32767U) / 65535U);
    }
  }
}

Image with_8_bits(const Image& image) {
  if (image.type == gpu::DataType::uint8) {
    return image;
  }
  Image result{image.width, image.height, image.channels, gpu::DataType::uint8, {}};
  result.pixels.resize(image.pixels.size() / gpu::size_bytes(image.type));
  to_8_bits(image.pixels, image.type, result.pixels);
  return result;
}

Image with_16_bits(const Image& image) {
  if (image.type == gpu::DataType::uint16) {
    return image;
  }
  Image result{image.width, image.height, image.channels, gpu::DataType::uint16, {}};
  result.pixels.reserve(image.pixels.size() * 2);
  for (const std::byte value : image.pixels) {
    // v · 257: the byte twice, in either order of bytes.
    result.pixels.push_back(value);
    result.pixels.push_back(value);
  }
  return result;
}

}  // namespace texelscope::app
