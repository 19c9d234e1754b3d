#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "app/images/image.h"

namespace texelscope::app {

/// An RGBA image with 8 bits per channel, all 0.
[[nodiscard]] inline Image rgba8_image(int width, int height) {
  return {width, height, 4, gpu::DataType::uint8,
          std::vector<std::byte>(4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height))};
}
/// The RGBA image made opaque.
[[nodiscard]] inline Image opaque_image(Image image) {
  for (std::size_t alpha = 3; alpha < image.pixels.size(); alpha += 4) {
    image.pixels[alpha] = std::byte{255};
  }
  return image;
}

/// Red and green with a blue of 0; other images are unchanged.
[[nodiscard]] Image with_blue(const Image& image);

/// The image with a number of channels that arrays support: 1, 2 and 4 are unchanged, 3 become 4 with an alpha of 1
/// (the largest value of an integer type).
[[nodiscard]] Image with_array_channels(Image image);

/// The image with 8 bits per channel: float pixels are rounded by the rule of kernels::to_unorm8.
[[nodiscard]] Image with_8_bits(const Image& image);

/// Whether values of a type are numbers instead of colors.
[[nodiscard]] constexpr bool is_number_type(gpu::DataType type) {
  return type == gpu::DataType::uint32 || type == gpu::DataType::int32;
}

/// Integers that are numbers, uint32 and int32, as float32: exact up to 16,777,216. Other types are unchanged.
[[nodiscard]] Image with_float_numbers(const Image& image);

/// The image with its colors multiplied by alpha, unless they are already, or it has no alpha.
[[nodiscard]] Image with_multiplied_colors(const Image& image);

/// Light that is brighter than its alpha, such as that of a flame with alpha 0, which straight alpha cannot express.
enum class BrightLight : unsigned char {
  /// The color of a texel with alpha 0 stays as it is, and brighter light becomes a color above 1.
  keeps_alpha,
  /// Alpha becomes that of the brightest channel, so that the light stays visible: for files that are only shown.
  raises_alpha,
};

/// The image with its colors divided by alpha, unless they are straight already, or it has no alpha.
[[nodiscard]] Image with_straight_colors(const Image& image, BrightLight bright);

/// The image as displays show it: floats, which are linear light, are clamped to 0 … 1 and encoded as sRGB, except
/// alpha, the second or fourth channel. Premultiplied colors stay so, see multiplied_of_light().
[[nodiscard]] Image with_encoded_floats(const Image& image);
/// with_8_bits() for some of the channels, which are uint16 or float32; `to` has a byte for each.
void to_8_bits(std::span<const std::byte> from, gpu::DataType type, std::span<std::byte> to);

/// The image with 16 bits per channel: 255 becomes 65,535; floats are clamped to 0 … 1 (NaN is 0) and rounded.
[[nodiscard]] Image with_16_bits(const Image& image);

/// The image as float32 in linear light, 0 … 1 for integers: colors are decoded from sRGB, but floats only within 0 …
/// 1. Alpha, the second or fourth channel, is a fraction of the largest value.
[[nodiscard]] Image with_linear_floats(const Image& image);

}  // namespace texelscope::app
