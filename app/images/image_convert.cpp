#include "app/images/image_convert.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "app/images/srgb.h"
#include "texelscope/kernels/convert.h"

namespace texelscope::app {
namespace {

/// Whether a sample is its texel's alpha: the second of two or the fourth of four channels.
bool is_alpha(std::size_t channels, std::size_t index) { return channels % 2 == 0 && index % channels == channels - 1; }

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

Image with_array_channels(Image image) {
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
      to[index] = static_cast<std::byte>((value + 128U) / 257U);
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

Image with_encoded_floats(const Image& image) {
  if (image.type != gpu::DataType::float32) {
    return image;
  }
  Image encoded = image;
  const auto channels = static_cast<std::size_t>(image.channels);
  for (std::size_t index = 0; index < image.pixels.size() / sizeof(float); ++index) {
    if (is_alpha(channels, index)) {
      continue;
    }
    const float light = kernels::clamp(sample_of<float>(image, index), 0, 1);
    const auto value = static_cast<float>(srgb_from_linear(static_cast<double>(light)));
    std::memcpy(encoded.pixels.data() + sizeof(float) * index, &value, sizeof(value));
  }
  return encoded;
}

Image with_16_bits(const Image& image) {
  if (image.type == gpu::DataType::uint16) {
    return image;
  }
  Image result{image.width, image.height, image.channels, gpu::DataType::uint16, {}};
  const std::size_t samples = image.pixels.size() / gpu::size_bytes(image.type);
  result.pixels.resize(2 * samples);
  for (std::size_t index = 0; index < samples; ++index) {
    const std::uint16_t value =
        image.type == gpu::DataType::float32
            ? static_cast<std::uint16_t>(
                  static_cast<double>(kernels::clamp(sample_of<float>(image, index), 0, 1)) * 65535 + 0.5)
            : static_cast<std::uint16_t>(257U * sample_of<std::uint8_t>(image, index));
    std::memcpy(result.pixels.data() + 2 * index, &value, 2);
  }
  return result;
}

Image with_linear_floats(const Image& image) {
  Image result{image.width, image.height, image.channels, gpu::DataType::float32, {}};
  const std::size_t samples = image.pixels.size() / gpu::size_bytes(image.type);
  result.pixels.resize(sizeof(float) * samples);
  const auto channels = static_cast<std::size_t>(image.channels);
  for (std::size_t index = 0; index < samples; ++index) {
    float value = 0;
    switch (image.type) {
      case gpu::DataType::uint8:
        value = static_cast<float>(sample_of<std::uint8_t>(image, index)) / 255;
        break;
      case gpu::DataType::uint16:
        value = static_cast<float>(sample_of<std::uint16_t>(image, index)) / 65535;
        break;
      default:
        value = sample_of<float>(image, index);
    }
    if (!is_alpha(channels, index) && value >= 0 && value <= 1) {
      value = linear_from_srgb(value);
    }
    std::memcpy(result.pixels.data() + sizeof(float) * index, &value, sizeof(value));
  }
  return result;
}

}  // namespace texelscope::app
