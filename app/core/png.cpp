#include "app/core/png.h"

#include <stb_image_write.h>

#include <cstdint>
#include <cstring>

#include "texelscope/kernels/convert.h"

namespace texelscope::app {
namespace {

std::vector<std::uint8_t> pixels_8_bit(const Image& image) {
  const std::size_t count = image.pixels.size() / gpu::size_bytes(image.type);
  std::vector<std::uint8_t> samples(count);
  for (std::size_t index = 0; index < count; ++index) {
    switch (image.type) {
      case gpu::DataType::float32: {
        float value = 0;
        std::memcpy(&value, image.pixels.data() + index * sizeof(value), sizeof(value));
        samples[index] = kernels::to_unorm8(value);
        break;
      }
      case gpu::DataType::uint16: {
        std::uint16_t value = 0;
        std::memcpy(&value, image.pixels.data() + index * sizeof(value), sizeof(value));
        samples[index] = static_cast<std::uint8_t>((value * 255U + 32767U) / 65535U);
        break;
      }
      default:
        samples[index] = static_cast<std::uint8_t>(image.pixels[index]);
    }
  }
  return samples;
}

}  // namespace

std::vector<std::byte> encode_png(const Image& image) {
  const std::vector<std::uint8_t> samples = pixels_8_bit(image);
  std::vector<std::byte> png;
  const auto append = [](void* context, void* data, int size) {
    const auto* const first = static_cast<const std::byte*>(data);
    auto& bytes = *static_cast<std::vector<std::byte>*>(context);
    bytes.insert(bytes.end(), first, first + size);
  };
  if (stbi_write_png_to_func(append, &png, image.width, image.height, image.channels, samples.data(),
                             image.width * image.channels) == 0) {
    png.clear();
  }
  return png;
}

}  // namespace texelscope::app
