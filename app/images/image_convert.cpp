#include "app/images/image_convert.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "app/images/srgb.h"
#include "texelscope/kernels/convert.h"

namespace texelscope::app {
namespace {

/// Whether a sample is its texel's alpha: the second of two or the fourth of four channels.
bool is_alpha(std::size_t channels, std::size_t index) { return channels % 2 == 0 && index % channels == channels - 1; }

/// An image of the same place and kind of alpha with other values, all 0.
Image with_other_values(const Image& image, int channels, gpu::DataType type) {
  Image result{image.width, image.height, channels, type, {}};
  const std::size_t texels =
      image.pixels.size() / gpu::size_bytes(image.type) / static_cast<std::size_t>(image.channels);
  result.pixels.resize(texels * static_cast<std::size_t>(channels) * gpu::size_bytes(type));
  result.is_premultiplied = image.is_premultiplied;
  result.is_red_green = image.is_red_green && channels == image.channels;
  result.depth = image.depth;
  result.note = image.note;
  result.x = image.x;
  result.y = image.y;
  result.display_window = image.display_window;
  result.is_incomplete = image.is_incomplete;
  return result;
}

/// Calls `change` with the colors of each texel of an image with alpha, as fractions of the largest value, and its
/// alpha; both can be changed.
template <class Change>
Image with_changed_texels(const Image& image, const Change& change) {
  Image result = image;
  const auto channels = static_cast<std::size_t>(image.channels);
  const auto work = [&]<class Sample>(Sample /*type*/) {
    constexpr bool is_float = std::is_floating_point_v<Sample>;
    constexpr double largest = is_float ? 1 : static_cast<double>(std::numeric_limits<Sample>::max());
    std::array<double, 4> texel{};
    for (std::size_t first = 0; first < image.pixels.size() / sizeof(Sample); first += channels) {
      for (std::size_t channel = 0; channel < channels; ++channel) {
        texel[channel] = static_cast<double>(sample_of<Sample>(image, first + channel)) / largest;
      }
      change(std::span(texel).first(channels - 1), texel[channels - 1]);
      for (std::size_t channel = 0; channel < channels; ++channel) {
        const double value = texel[channel] * largest;
        const auto stored =
            is_float ? static_cast<Sample>(value) : static_cast<Sample>(std::clamp(value, 0.0, largest) + 0.5);
        std::memcpy(result.pixels.data() + sizeof(Sample) * (first + channel), &stored, sizeof(Sample));
      }
    }
  };
  switch (image.type) {
    case gpu::DataType::uint8:
      work(std::uint8_t{});
      break;
    case gpu::DataType::uint16:
      work(std::uint16_t{});
      break;
    default:
      work(float{});
  }
  return result;
}

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

Image with_blue(const Image& image) {
  if (!image.is_red_green) {
    return image;
  }
  Image three = with_other_values(image, 3, image.type);
  const std::size_t size = 2 * gpu::size_bytes(image.type);
  for (std::size_t from = 0; from < image.pixels.size(); from += size) {
    std::memcpy(three.pixels.data() + from / 2 * 3, image.pixels.data() + from, size);
  }
  return three;
}

Image with_array_channels(Image image) {
  if (image.channels != 3) {
    return image;
  }
  Image four = with_other_values(image, 4, image.type);
  switch (image.type) {
    case gpu::DataType::uint8:
      append_alpha(image, four, std::numeric_limits<std::uint8_t>::max());
      break;
    case gpu::DataType::uint16:
      append_alpha(image, four, std::numeric_limits<std::uint16_t>::max());
      break;
    case gpu::DataType::uint32:
    case gpu::DataType::int32:
      append_alpha(image, four, std::uint32_t{1});
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
  if (is_number_type(image.type)) {
    return with_8_bits(with_float_numbers(image));
  }
  Image result = with_other_values(image, image.channels, gpu::DataType::uint8);
  to_8_bits(image.pixels, image.type, result.pixels);
  return result;
}

Image with_float_numbers(const Image& image) {
  if (!is_number_type(image.type)) {
    return image;
  }
  Image result = with_other_values(image, image.channels, gpu::DataType::float32);
  result.depth = image.depth;
  for (std::size_t index = 0; index < image.pixels.size() / sizeof(float); ++index) {
    const float value = image.type == gpu::DataType::uint32 ? static_cast<float>(sample_of<std::uint32_t>(image, index))
                                                            : static_cast<float>(sample_of<std::int32_t>(image, index));
    std::memcpy(result.pixels.data() + sizeof(float) * index, &value, sizeof(value));
  }
  return result;
}

Image with_multiplied_colors(const Image& image) {
  if (image.is_premultiplied || image.channels % 2 != 0 || is_number_type(image.type)) {
    return image;
  }
  Image result = with_changed_texels(image, [](std::span<double> colors, double& alpha) {
    // Floats beyond 0 … 1 count as transparent and opaque, as they are shown.
    const double weight = alpha > 0 ? std::min(alpha, 1.0) : 0;
    std::ranges::for_each(colors, [&](double& color) { color *= weight; });
  });
  result.is_premultiplied = true;
  return result;
}

Image with_straight_colors(const Image& image, BrightLight bright) {
  if (!image.is_premultiplied || image.channels % 2 != 0 || is_number_type(image.type)) {
    return image;
  }
  Image result = with_changed_texels(image, [&](std::span<double> colors, double& alpha) {
    if (bright == BrightLight::raises_alpha) {
      for (const double color : colors) {
        alpha = std::max(alpha, std::min(color, 1.0));
      }
    }
    if (alpha > 0) {
      std::ranges::for_each(colors, [&](double& color) { color /= alpha; });
    }
  });
  result.is_premultiplied = false;
  return result;
}

Image with_encoded_floats(const Image& image) {
  if (is_number_type(image.type)) {
    return with_encoded_floats(with_float_numbers(image));
  }
  if (image.type != gpu::DataType::float32) {
    return image;
  }
  if (image.is_premultiplied && image.channels % 2 == 0) {
    return with_changed_texels(image, [](std::span<double> colors, double& alpha) {
      const double held = alpha > 0 ? std::min(alpha, 1.0) : 0;
      std::ranges::for_each(colors, [&](double& color) {
        color = std::min(multiplied_of_light(color > 0 ? std::min(color, 1.0) : 0, held), 1.0);
      });
    });
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
  if (is_number_type(image.type)) {
    return with_16_bits(with_float_numbers(image));
  }
  Image result = with_other_values(image, image.channels, gpu::DataType::uint16);
  const std::size_t samples = image.pixels.size() / gpu::size_bytes(image.type);
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
  if (is_number_type(image.type)) {
    return with_float_numbers(image);
  }
  Image result = with_other_values(image, image.channels, gpu::DataType::float32);
  const std::size_t samples = image.pixels.size() / gpu::size_bytes(image.type);
  const auto channels = static_cast<std::size_t>(image.channels);
  const bool is_multiplied = image.is_premultiplied && channels % 2 == 0;
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
    if (!is_alpha(channels, index) && !is_multiplied && value >= 0 && value <= 1) {
      value = linear_from_srgb(value);
    }
    std::memcpy(result.pixels.data() + sizeof(float) * index, &value, sizeof(value));
  }
  if (is_multiplied) {
    return with_changed_texels(result, [](std::span<double> colors, double& alpha) {
      std::ranges::for_each(colors, [&](double& color) {
        color = color >= 0 && color <= 1 ? light_of_multiplied(color, std::clamp(alpha, 0.0, 1.0)) : color;
      });
    });
  }
  return result;
}

}  // namespace texelscope::app
