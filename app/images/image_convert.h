#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "app/images/image.h"

namespace texelscope::app {

/// A picture of RGBA with 8 bits a channel, 0 throughout.
[[nodiscard]] inline Image rgba8_image(int width, int height) {
  return {width, height, 4, gpu::DataType::uint8,
          std::vector<std::byte>(4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height))};
}
/// Such a picture without its alpha.
[[nodiscard]] inline Image opaque_image(Image image) {
  for (std::size_t alpha = 3; alpha < image.pixels.size(); alpha += 4) {
    image.pixels[alpha] = std::byte{255};
  }
  return image;
}

/// The image with as many channels as arrays have: 1, 2 and 4 stay, 3 become 4 with an alpha of 1 (the largest value of
/// an integer type).
[[nodiscard]] Image with_array_channels(const Image& image);

/// The image with 8 bits a channel: float pixels are rounded by the rule of kernels::to_unorm8.
[[nodiscard]] Image with_8_bits(const Image& image);

/// The image as displays show it: floats, which are linear light, are held to 0 … 1 and encoded by sRGB, but for alpha,
/// the second or fourth channel.
[[nodiscard]] Image with_encoded_floats(const Image& image);
/// with_8_bits() of a part of the channels, which are uint16 or float32; `to` has a byte for each.
void to_8_bits(std::span<const std::byte> from, gpu::DataType type, std::span<std::byte> to);

/// The image with 16 bits a channel: 255 becomes 65535; floats are held to 0 … 1 (NaN is 0) and rounded.
[[nodiscard]] Image with_16_bits(const Image& image);

/// The image as float32 of linear light, 0 … 1 for integers: colors are decoded by sRGB, of floats those of 0 … 1
/// alone. Alpha, the second or fourth channel, is a part of the largest value.
[[nodiscard]] Image with_linear_floats(const Image& image);

}  // namespace texelscope::app
