#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "gpu/cpu/texture_unit/float_texel.h"
#include "gpu/cpu/texture_unit/footprint.h"

/// Weighted sums of floating-point texels as the texture unit makes them: block fixed point within a slice, an exact
/// sum of the slices, one rounding at the end.
namespace texelscope::gpu::cpu::texture_unit {

/// value · 2^exponent.
struct FixedSum {
  std::int64_t value = 0;
  int exponent = 0;
};

/// What a footprint holds beside its finite sum.
struct SpecialTaps {
  bool has_nan = false;
  bool has_positive_infinity = false;
  bool has_negative_infinity = false;
  /// Whether every tap is negative (−0 too) with a weight above 0; only then a zero sum is −0.
  bool is_all_negative = true;
};

/// The sum of w · texel over one slice. With E the exponent of the largest texel whose weight is not 0, each texel is
/// truncated to a multiple of 2^(E − significand's bits + 1 − guard_bits); the rest is exact.
template <class Format>
[[nodiscard]] inline FixedSum sum_slice(const Slice& slice, int channel, SpecialTaps& special) {
  std::array<FloatTexel, 4> texels;
  int block = std::numeric_limits<int>::min();
  for (int k = 0; k < slice.count; ++k) {
    const std::size_t index = static_cast<std::size_t>(k);
    const FloatTexel texel = Format::load(slice.taps[index].texel, channel);
    texels[index] = texel;
    special.is_all_negative = special.is_all_negative && texel.is_negative && slice.taps[index].weight != 0;
    if (texel.kind == FloatTexel::Kind::not_a_number) {
      special.has_nan = true;
    } else if (texel.kind == FloatTexel::Kind::infinite) {
      (texel.is_negative ? special.has_negative_infinity : special.has_positive_infinity) = true;
    } else if (texel.significand != 0 && slice.taps[index].weight != 0) {
      block = std::max(block, texel.exponent);
    }
  }
  FixedSum sum;
  sum.exponent = block - Format::guard_bits - 8;  // the weights are in 1/256
  for (int k = 0; k < slice.count; ++k) {
    const std::size_t index = static_cast<std::size_t>(k);
    const FloatTexel& texel = texels[index];
    const int weight = slice.taps[index].weight;
    if (texel.significand == 0 || weight == 0) {
      continue;
    }
    const int shift = std::min(block - texel.exponent, 31);
    const std::int64_t aligned = (static_cast<std::int64_t>(texel.significand) << Format::guard_bits) >> shift;
    sum.value += texel.is_negative ? -aligned * weight : aligned * weight;
  }
  return sum;
}

/// 2^exponent; −1022 ≤ exponent ≤ 1023.
[[nodiscard]] inline double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

/// magnitude · 2^exponent rounded to the format, half away from zero.
template <class Format, class Unsigned>
[[nodiscard]] inline float round_sum(bool is_negative, Unsigned magnitude, int exponent) {
  int width = 0;
  if constexpr (sizeof(Unsigned) > 8) {
    const auto high = static_cast<std::uint64_t>(magnitude >> 64);
    width = high != 0 ? 128 - std::countl_zero(high) : 64 - std::countl_zero(static_cast<std::uint64_t>(magnitude));
  } else {
    width = 64 - std::countl_zero(magnitude);
  }
  const int last_bit = std::max(width + exponent - Format::result_bits, Format::smallest_exponent);
  const int shift = last_bit - exponent;
  if (shift > 0) {
    magnitude = (magnitude + (Unsigned{1} << (shift - 1))) >> shift;
    exponent = last_bit;
  }
  double value = static_cast<double>(static_cast<std::uint64_t>(magnitude)) * power_of_two(exponent);
  if (Format::flushes_denormals && value < static_cast<double>(std::numeric_limits<float>::min())) {
    value = 0;
  }
  const auto result = static_cast<float>(value);
  return is_negative ? -result : result;
}

/// The sum of two slices, exactly, rounded once.
template <class Format>
[[nodiscard]] inline float round_slices(FixedSum first, FixedSum second) {
  if (first.exponent < second.exponent) {
    std::swap(first, second);
  }
  // Beyond 64 bits apart the smaller one only tells on which side of a tie the larger one lies: one odd bit does it.
  constexpr int most = 64;
  int distance = first.exponent - second.exponent;
  if (distance > most) {
    second.value = second.value < 0 ? -1 : 1;
    distance = most;
  }
  const __int128 sum = (static_cast<__int128>(first.value) << distance) + second.value;
  const auto magnitude = static_cast<unsigned __int128>(sum < 0 ? -sum : sum);
  return round_sum<Format>(sum < 0, magnitude, first.exponent - distance);
}

/// The filtered value of one channel. NaN where a tap is NaN or infinities of both signs meet.
template <class Format>
[[nodiscard]] inline float filter_float(const Footprint& footprint, int channel) {
  SpecialTaps special;
  std::array<FixedSum, 2> sums;
  for (int k = 0; k < footprint.count; ++k) {
    sums[static_cast<std::size_t>(k)] =
        sum_slice<Format>(footprint.slices[static_cast<std::size_t>(k)], channel, special);
  }
  if (special.has_nan || (special.has_positive_infinity && special.has_negative_infinity)) {
    return std::numeric_limits<float>::quiet_NaN();
  }
  if (special.has_positive_infinity || special.has_negative_infinity) {
    return special.has_positive_infinity ? std::numeric_limits<float>::infinity()
                                         : -std::numeric_limits<float>::infinity();
  }
  if (sums[0].value == 0 && sums[1].value == 0) {
    return special.is_all_negative ? -0.0F : 0.0F;
  }
  if (sums[0].value != 0 && sums[1].value != 0) {
    return round_slices<Format>(sums[0], sums[1]);
  }
  const FixedSum sum = sums[0].value != 0 ? sums[0] : sums[1];
  return round_sum<Format>(sum.value < 0, static_cast<std::uint64_t>(sum.value < 0 ? -sum.value : sum.value),
                           sum.exponent);
}

}  // namespace texelscope::gpu::cpu::texture_unit
