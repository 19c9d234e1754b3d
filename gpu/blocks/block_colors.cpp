#include <algorithm>
#include <cstring>

#include "gpu/blocks/block_decoders.h"

// BC1 – BC5: two endpoints per block, and an index per texel. Values between the endpoints depend on the GPU: the
// formulas give those of an H100 (driver 580.159.04) for every pair of endpoints of each channel.
namespace texelscope::gpu::blocks {
namespace {

using Texel = std::array<std::uint16_t, 4>;

template <class Number>
Number load(const std::byte* bytes) noexcept {
  Number number;
  std::memcpy(&number, bytes, sizeof(number));
  return number;
}

/// The channels of a color with 5, 6 and 5 bits, as stored.
std::array<int, 3> stored_color(std::uint16_t bits) noexcept { return {bits >> 11, bits >> 5 & 63, bits & 31}; }

/// Expands 5 or 6 bits to 8 by repeating the upper bits.
int expand(int value, int bits) noexcept { return value << (8 - bits) | value >> (2 * bits - 8); }

Texel texel_of(int red, int green, int blue) noexcept {
  return {static_cast<std::uint16_t>(red), static_cast<std::uint16_t>(green), static_cast<std::uint16_t>(blue), 255};
}

/// 8-bit green between two endpoints: the first plus (weight + 1/4) / 256 of the difference.
int mix_green(int first, int second, int weight) noexcept {
  const int difference = second - first;
  return (256 * first + (difference >> 2) + 128 + difference * weight) >> 8;
}

/// A third of the way from the first color to the second.
Texel third_color(const std::array<int, 3>& first, const std::array<int, 3>& second) noexcept {
  const auto mix = [&](std::size_t channel) { return (2 * first[channel] + second[channel]) * 22 >> 3; };
  return texel_of(mix(0), mix_green(expand(first[1], 6), expand(second[1], 6), 80), mix(2));
}

Texel middle_color(const std::array<int, 3>& first, const std::array<int, 3>& second) noexcept {
  const auto mix = [&](std::size_t channel) { return (first[channel] + second[channel]) * 33 >> 3; };
  return texel_of(mix(0), mix_green(expand(first[1], 6), expand(second[1], 6), 128), mix(2));
}

/// The color block of BC1 – BC3; only BC1 has the form with three colors and transparent black.
void decode_colors(DecodedBlock& decoded, const std::byte* block, bool has_three) noexcept {
  const auto first_bits = load<std::uint16_t>(block);
  const auto second_bits = load<std::uint16_t>(block + 2);
  const auto indices = load<std::uint32_t>(block + 4);
  const std::array<int, 3> first = stored_color(first_bits);
  const std::array<int, 3> second = stored_color(second_bits);
  std::array<Texel, 4> colors{texel_of(expand(first[0], 5), expand(first[1], 6), expand(first[2], 5)),
                              texel_of(expand(second[0], 5), expand(second[1], 6), expand(second[2], 5))};
  if (first_bits > second_bits || !has_three) {
    colors[2] = third_color(first, second);
    colors[3] = third_color(second, first);
  } else {
    colors[2] = middle_color(first, second);
  }
  for (std::size_t texel = 0; texel < 16; ++texel) {
    decoded.texels[texel] = colors[indices >> (2 * texel) & 3];
  }
}

/// The values of indices 2 to 7: an endpoint plus `weight` / 2,048 of the difference from the other endpoint.
struct Step {
  bool is_from_first;
  int weight;
};
constexpr std::array<Step, 6> sevenths{
    {{true, 289}, {true, 578}, {false, 1156}, {true, 1156}, {false, 578}, {false, 289}}};
/// Indices 6 and 7 are the ends of the range.
constexpr std::array<Step, 4> fifths{{{true, 385}, {true, 770}, {false, 770}, {false, 385}}};

/// The eight values of a block of one channel. `value(base, difference, weight)` interpolates from one endpoint toward
/// the other by the weighted difference; for an endpoint itself, difference and weight are 0.
template <class Value>
std::array<std::uint16_t, 8> channel_values(int first, int second, int lowest, int highest, Value&& value) noexcept {
  const auto at = [&](const Step& step) {
    return static_cast<std::uint16_t>(step.is_from_first ? value(first, second - first, step.weight)
                                                         : value(second, first - second, step.weight));
  };
  std::array<std::uint16_t, 8> values{static_cast<std::uint16_t>(value(first, 0, 0)),
                                      static_cast<std::uint16_t>(value(second, 0, 0))};
  if (first > second) {
    std::ranges::transform(sevenths, values.begin() + 2, at);
  } else {
    std::ranges::transform(fifths, values.begin() + 2, at);
    values[6] = static_cast<std::uint16_t>(lowest);
    values[7] = static_cast<std::uint16_t>(highest);
  }
  return values;
}

void take_indices(DecodedBlock& decoded, const std::byte* block, std::size_t channel,
                  const std::array<std::uint16_t, 8>& values) noexcept {
  const auto indices = load<std::uint64_t>(block) >> 16;
  for (std::size_t texel = 0; texel < 16; ++texel) {
    decoded.texels[texel][channel] = values[indices >> (3 * texel) & 7];
  }
}

/// BC3's 8-bit alpha.
void decode_alpha(DecodedBlock& decoded, const std::byte* block) noexcept {
  const auto value = [](int base, int difference, int weight) { return base + ((difference * weight + 1024) >> 11); };
  take_indices(decoded, block, 3,
               channel_values(load<std::uint8_t>(block), load<std::uint8_t>(block + 1), 0, 255, value));
}

/// A 16-bit channel of BC4 or BC5. Its weights are multiples of 1/256.
void decode_unsigned(DecodedBlock& decoded, const std::byte* block, std::size_t channel) noexcept {
  const auto value = [](int base, int difference, int weight) { return 257 * base + difference * (weight >> 3); };
  take_indices(decoded, block, channel,
               channel_values(load<std::uint8_t>(block), load<std::uint8_t>(block + 1), 0, 65535, value));
}

/// A 16-bit channel of signed numbers: 7 bits of magnitude become 15 by repeating the upper bits; −128 is −127, as
/// everywhere in signed normalized integers.
void decode_signed(DecodedBlock& decoded, const std::byte* block, std::size_t channel) noexcept {
  const auto value = [](int base, int difference, int weight) {
    const int magnitude = base < 0 ? -base : base;
    const int expanded = magnitude << 8 | magnitude << 1 | magnitude >> 6;
    return (base < 0 ? -expanded : expanded) + difference * (weight >> 3);
  };
  take_indices(decoded, block, channel,
               channel_values(std::max<int>(load<std::int8_t>(block), -127),
                              std::max<int>(load<std::int8_t>(block + 1), -127), -32767, 32767, value));
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
  decode_alpha(decoded, block);
  return decoded;
}

DecodedBlock decode_bc4_bc5(const std::byte* block, int num_channels, bool is_signed) noexcept {
  DecodedBlock decoded;
  for (int channel = 0; channel < num_channels; ++channel) {
    const auto position = static_cast<std::size_t>(channel);
    if (is_signed) {
      decode_signed(decoded, block + 8 * position, position);
    } else {
      decode_unsigned(decoded, block + 8 * position, position);
    }
  }
  return decoded;
}

}  // namespace texelscope::gpu::blocks
