#include "gpu/cpu/texture_unit/short_number.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>

namespace texelscope::gpu::cpu::texture_unit {

constinit const std::array<std::array<std::int16_t, 64>, 64> left_out_of_products = [] {
  std::array<std::array<std::int16_t, 64>, 64> sums{};
  for (unsigned first = 0; first < 64; ++first) {
    for (unsigned second = 0; second < 64; ++second) {
      for (unsigned bit = 0; bit < 6; ++bit) {
        const unsigned product = (second >> bit & 1U) * first << bit;
        sums[first][second] += static_cast<std::int16_t>(product & 63U);
      }
    }
  }
  return sums;
}();

std::int32_t short_logarithm(double value) {
  // 256 · log2(1 + bucket/256), evaluated at 0.46 into the bucket, but exact for a power of two.
  static const std::array<std::uint8_t, 256> table = [] {
    std::array<std::uint8_t, 256> values{};
    for (std::size_t k = 1; k < values.size(); ++k) {
      values[k] = static_cast<std::uint8_t>(
          std::min(255.0, std::floor(256 * std::log2(1 + (static_cast<double>(k) + 0.46) / 256) + 0.5075)));
    }
    return values;
  }();
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return (static_cast<int>(bits >> 52U) - 1023) * 256 + table[bits >> 44U & 255U];
}

int short_power(int fraction) {
  static const std::array<std::int16_t, 256> table = [] {
    std::array<std::int16_t, 256> values{};
    for (std::size_t k = 0; k < values.size(); ++k) {
      values[k] = static_cast<std::int16_t>(std::lround(256 * std::exp2(-static_cast<double>(k) / 256)));
    }
    return values;
  }();
  return table[static_cast<std::size_t>(fraction)];
}

}  // namespace texelscope::gpu::cpu::texture_unit
