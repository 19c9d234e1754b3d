#include "app/conformance/draw.h"

#include <algorithm>
#include <bit>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace texelscope::app {
namespace {

using gpu::DataType;

std::uint32_t draw_float_bits(bool is_half, TexelValues content, Random& random) {
  const unsigned fraction_bits = is_half ? 10 : 23;
  const unsigned bias = is_half ? 15 : 127;
  const unsigned largest = is_half ? 30 : 254;
  const std::uint32_t draw = random.bits();
  const std::uint32_t sign = (draw & 1) << (is_half ? 15 : 31);
  const std::uint32_t fraction = random.bits() >> (32 - fraction_bits);
  std::uint32_t exponent = bias - 6 + random.below(12);
  if (content == TexelValues::spread) {
    const std::uint32_t choice = random.below(8);
    exponent = choice < 2 ? random.below(2) : (choice < 3 ? largest - random.below(3) : random.below(largest + 1));
    if (choice >= 5) {
      exponent = is_half ? random.below(30) : 100 + random.below(40);
    }
  } else if (content == TexelValues::special && random.is_one_in(4)) {
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

std::uint32_t draw_channel_bits(DataType format, TexelValues content, Random& random) {
  if (is_floating_point(format)) {
    return draw_float_bits(format == DataType::float16, content, random);
  }
  static constexpr std::uint32_t extremes[] = {0xFFFFFFFFU, 0, 0x80808080U, 0x80008000U, 0x7F7F7F7FU, 0x80000000U};
  return random.is_one_in(8) ? random.pick(extremes) : random.bits();
}

}  // namespace

std::vector<std::byte> draw_texels(DataType format, std::size_t count, TexelValues content, Random& random) {
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

namespace {

float moved_by_units_in_the_last_place(float value, int units) {
  for (; units > 0; --units) {
    value = std::nextafter(value, std::numeric_limits<float>::infinity());
  }
  for (; units < 0; ++units) {
    value = std::nextafter(value, -std::numeric_limits<float>::infinity());
  }
  return value;
}

float nudged(float value, Random& random) { return moved_by_units_in_the_last_place(value, random.between(-4, 4)); }

float with_random_sign(double value, Random& random) {
  return static_cast<float>(random.is_one_in(2) ? value : -value);
}

}  // namespace

float draw_special(Random& random) {
  static constexpr std::uint32_t specials[] = {0x7F800000U, 0xFF800000U, 0x7FC00000U, 0xFFC00000U, 0x7F800001U,
                                               0x00000001U, 0x80000001U, 0x007FFFFFU, 0x807FFFFFU, 0x00800000U,
                                               0x80800000U, 0x00000000U, 0x80000000U, 0x7F7FFFFFU, 0xFF7FFFFFU};
  if (random.is_one_in(3)) {
    return std::bit_cast<float>(random.pick(specials));
  }
  // Includes exact powers of two.
  const double fraction = random.unit();
  const double significand = random.is_one_in(2) ? 1 : 1 + fraction;
  return with_random_sign(std::ldexp(significand, random.between(0, 126)), random);
}

float draw_coordinate(std::uint64_t extent, bool is_normalized, Random& random) {
  const auto size = static_cast<double>(extent);
  const double scale = is_normalized ? 1.0 / size : 1.0;
  const std::uint32_t kind = random.below(16);
  if (kind == 0) {
    return draw_special(random);
  }
  if (kind < 4) {
    return static_cast<float>((random.unit() * 5 - 2) * size * scale);
  }
  const double texel = random.below(static_cast<std::uint32_t>(5 * extent) + 4) - (2 * size + 2);
  const double offset = kind < 7 ? 0 : (kind < 9 ? 0.5 : random.below(512) / 512.0);
  return nudged(static_cast<float>((texel + offset) * scale), random);
}

Direction draw_direction(std::uint64_t extent, Random& random) {
  if (random.is_one_in(16)) {
    const auto component = [&] {
      static constexpr float plain[] = {0, -0.0F, 1, -1, 0.5F};
      return random.is_one_in(2) ? draw_special(random) : random.pick(plain);
    };
    const float x = component();
    const float y = component();
    return {x, y, component()};
  }
  const double significand = 1 + random.unit();
  const double length = random.is_one_in(2) ? 1 : std::ldexp(significand, random.between(-20, 20));
  const float major = with_random_sign(length, random);
  const auto minor = [&] {
    const double places =
        random.below(static_cast<std::uint32_t>(extent) * 512 + 1) / (512.0 * static_cast<double>(extent));
    const double edges = random.below(static_cast<std::uint32_t>(extent) + 1) / static_cast<double>(extent);
    const double place = random.is_one_in(2) ? edges : places;
    return nudged(static_cast<float>((2 * place - 1) * length), random);
  };
  const float first = minor();
  const float second = minor();
  switch (random.below(3)) {
    case 0:
      return {major, first, second};
    case 1:
      return {first, major, second};
    default:
      return {first, second, major};
  }
}

float draw_level(std::size_t num_levels, Random& random) {
  const std::uint32_t kind = random.below(16);
  if (kind == 0) {
    return draw_special(random);
  }
  const auto levels = static_cast<int>(num_levels);
  if (kind < 5) {
    return static_cast<float>(random.unit() * (levels + 4) - 2);
  }
  const double level = random.between(-2, levels + 1);
  const double offset = kind < 8 ? 0 : (kind < 10 ? 0.5 : random.below(512) / 512.0);
  return nudged(static_cast<float>(level + offset), random);
}

float draw_derivative(std::uint64_t extent, bool is_normalized, int log2_span, Random& random) {
  const std::uint32_t kind = random.below(32);
  if (kind == 0) {
    return draw_special(random);
  }
  if (kind < 4) {
    return 0;
  }
  const double significand = kind < 10 ? 1 : 1 + random.unit();
  const double texels = std::ldexp(significand, random.between(-8, log2_span));
  const double scale = is_normalized ? 1.0 / static_cast<double>(extent) : 1.0;
  return nudged(with_random_sign(texels * scale, random), random);
}

int draw_number(std::uint64_t count, Random& random) {
  static constexpr int far[] = {INT_MIN, INT_MAX, -1000000, 1000000, INT_MIN + 1, 65536, -65536};
  if (random.is_one_in(16)) {
    return random.pick(far);
  }
  return random.between(-2, static_cast<int>(count) + 1);
}

float draw_border(Random& random) {
  static constexpr float specials[] = {std::numeric_limits<float>::quiet_NaN(),
                                       std::numeric_limits<float>::infinity(),
                                       -std::numeric_limits<float>::infinity(),
                                       -0.0F,
                                       0.5F,
                                       1,
                                       -1,
                                       1e-40F,
                                       65536};
  return random.is_one_in(6) ? random.pick(specials) : static_cast<float>(random.unit() * 3 - 1.5);
}

}  // namespace texelscope::app
