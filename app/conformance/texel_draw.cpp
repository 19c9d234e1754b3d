#include "app/conformance/texel_draw.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace texelscope::app {
namespace {

using gpu::DataType;

std::uint32_t draw_float_bits(bool is_half, TexelContent content, Random& random) {
  const unsigned fraction_bits = is_half ? 10 : 23;
  const unsigned bias = is_half ? 15 : 127;
  const unsigned largest = is_half ? 30 : 254;
  const std::uint32_t draw = random.bits();
  const std::uint32_t sign = (draw & 1) << (is_half ? 15 : 31);
  const std::uint32_t fraction = random.bits() >> (32 - fraction_bits);
  std::uint32_t exponent = bias - 6 + random.below(12);
  if (content == TexelContent::spread) {
    const std::uint32_t choice = random.below(8);
    exponent = choice < 2 ? random.below(2) : (choice < 3 ? largest - random.below(3) : random.below(largest + 1));
    if (choice >= 5) {
      exponent = is_half ? random.below(30) : 100 + random.below(40);
    }
  } else if (content == TexelContent::special && random.is_one_in(4)) {
    switch (random.below(3)) {
      case 0:
        return sign;
      case 1:
        return sign | ((largest + 1) << fraction_bits);
      default:
        return sign | ((largest + 1) << fraction_bits) | (fraction | 1);
    }
  }
  return sign | (exponent << fraction_bits) | fraction;
}

std::uint32_t draw_channel_bits(DataType format, TexelContent content, Random& random) {
  if (is_floating_point(format)) {
    return draw_float_bits(format == DataType::float16, content, random);
  }
  static constexpr std::uint32_t extremes[] = {0xFFFFFFFFU, 0, 0x80808080U, 0x80008000U, 0x7F7F7F7FU, 0x80000000U};
  return random.is_one_in(8) ? random.pick(extremes) : random.bits();
}

}  // namespace

std::vector<std::byte> draw_texels(DataType format, std::size_t count, TexelContent content, Random& random) {
  constexpr std::size_t period = 16381;
  const std::size_t size = size_bytes(format);
  std::vector<std::byte> texels(count * size);
  for (std::size_t index = 0; index < std::min(count, period); ++index) {
    const std::uint32_t bits = draw_channel_bits(format, content, random);
    std::memcpy(&texels[index * size], &bits, size);
  }
  for (std::size_t index = period; index < count; index += period) {
    std::memcpy(&texels[index * size], texels.data(), std::min(period, count - index) * size);
  }
  return texels;
}

}  // namespace texelscope::app
