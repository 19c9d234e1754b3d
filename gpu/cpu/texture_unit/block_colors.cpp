#include <algorithm>
#include <cstring>

#include "gpu/cpu/texture_unit/block_decoder.h"

// BC1 – BC5: two endpoints a block, and an index a texel.
namespace texelscope::gpu::cpu::texture_unit {
namespace {

using Texel = std::array<std::uint16_t, 4>;

template <class Number>
Number load(const std::byte* bytes) noexcept {
  Number number;
  std::memcpy(&number, bytes, sizeof(number));
  return number;
}

/// 5 or 6 bits to 8 by repeating the upper ones.
Texel color_of(std::uint16_t bits) noexcept {
  const unsigned red = bits >> 11;
  const unsigned green = bits >> 5 & 63;
  const unsigned blue = bits & 31;
  const auto expand = [](unsigned value, unsigned size) {
    return static_cast<std::uint16_t>(value << (8 - size) | value >> (2 * size - 8));
  };
  return {expand(red, 5), expand(green, 6), expand(blue, 5), 255};
}

/// (a · first + b · second) / (a + b), rounded to nearest, halves up; of color and alpha alike.
Texel mix(const Texel& first, const Texel& second, unsigned a, unsigned b) noexcept {
  Texel result{};
  for (std::size_t channel = 0; channel < 4; ++channel) {
    result[channel] =
        static_cast<std::uint16_t>((2 * (a * first[channel] + b * second[channel]) + a + b) / (2 * (a + b)));
  }
  return result;
}

/// The color block of BC1 – BC3; only BC1 has the form with three colors and transparent black.
void decode_colors(DecodedBlock& decoded, const std::byte* block, bool has_three) noexcept {
  const auto first = load<std::uint16_t>(block);
  const auto second = load<std::uint16_t>(block + 2);
  const auto indices = load<std::uint32_t>(block + 4);
  std::array<Texel, 4> colors{color_of(first), color_of(second)};
  if (first > second || !has_three) {
    colors[2] = mix(colors[0], colors[1], 2, 1);
    colors[3] = mix(colors[0], colors[1], 1, 2);
  } else {
    colors[2] = mix(colors[0], colors[1], 1, 1);
    colors[3] = {};
  }
  for (std::size_t texel = 0; texel < 16; ++texel) {
    decoded.texels[texel] = colors[indices >> (2 * texel) & 3];
  }
}

/// One channel of BC4, BC5 or BC3's alpha: eight values, of which `scale` is 1.0 (−1.0 is −scale) and the endpoints'
/// 1.0 is `full`.
void decode_channel(DecodedBlock& decoded, const std::byte* block, std::size_t channel, int full, int scale,
                    bool is_signed) noexcept {
  const auto endpoint = [&](int index) {
    return is_signed ? int{load<std::int8_t>(block + index)} : int{load<std::uint8_t>(block + index)};
  };
  const bool has_eight = endpoint(0) > endpoint(1);
  // −128 is −127, as everywhere in signed normalized integers.
  const int first = std::max(endpoint(0), -full);
  const int second = std::max(endpoint(1), -full);
  // sum / parts in 1/full, to the nearest integer in 1/scale.
  const auto value = [&](int sum, int parts) {
    const int numerator = 2 * sum * scale;
    const int denominator = 2 * parts * full;
    const int half = parts * full;
    return static_cast<std::uint16_t>((numerator + (numerator < 0 ? -half : half)) / denominator);
  };
  std::array<std::uint16_t, 8> values{value(first, 1), value(second, 1)};
  const int parts = has_eight ? 7 : 5;
  for (int step = 1; step < parts; ++step) {
    values[static_cast<std::size_t>(step) + 1] = value((parts - step) * first + step * second, parts);
  }
  if (!has_eight) {
    values[6] = static_cast<std::uint16_t>(is_signed ? -scale : 0);
    values[7] = static_cast<std::uint16_t>(scale);
  }
  const auto indices = load<std::uint64_t>(block) >> 16;
  for (std::size_t texel = 0; texel < 16; ++texel) {
    decoded.texels[texel][channel] = values[indices >> (3 * texel) & 7];
  }
}

}  // namespace

DecodedBlock decode_bc1(const std::byte* block) noexcept {
  DecodedBlock decoded;
  decode_colors(decoded, block, true);
  return decoded;
}

DecodedBlock decode_bc2(const std::byte* block) noexcept {
  DecodedBlock decoded;
  decode_colors(decoded, block + 8, false);
  const auto alphas = load<std::uint64_t>(block);
  for (std::size_t texel = 0; texel < 16; ++texel) {
    decoded.texels[texel][3] = static_cast<std::uint16_t>((alphas >> (4 * texel) & 15) * 17);
  }
  return decoded;
}

DecodedBlock decode_bc3(const std::byte* block) noexcept {
  DecodedBlock decoded;
  decode_colors(decoded, block + 8, false);
  decode_channel(decoded, block, 3, 255, 255, false);
  return decoded;
}

DecodedBlock decode_bc4_bc5(const std::byte* block, int num_channels, bool is_signed) noexcept {
  DecodedBlock decoded;
  for (int channel = 0; channel < num_channels; ++channel) {
    decode_channel(decoded, block + 8 * channel, static_cast<std::size_t>(channel), is_signed ? 127 : 255,
                   is_signed ? 32767 : 65535, is_signed);
  }
  return decoded;
}

}  // namespace texelscope::gpu::cpu::texture_unit
