// Included once for each instruction set (see fast_fetch.cpp).
#if defined(TEXELSCOPE_LANE_FORMATS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_LANE_FORMATS_INL
#undef TEXELSCOPE_LANE_FORMATS_INL
#else
#define TEXELSCOPE_LANE_FORMATS_INL
#endif

#include "gpu/cpu/texture_unit/double_lanes.inl"
#include "gpu/cpu/texture_unit/integer_lanes.inl"
#include "gpu/cpu/texture_unit/srgb.h"
#include "gpu/cpu/texture_unit/texel_format.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::gpu::cpu::texture_unit {
namespace HWY_NAMESPACE {

/// Converts the lower four float16 of a vector.
HWY_INLINE hn::Vec<Floats> float32_from_float16(hn::Vec<Longs> halves) {
#if HWY_ARCH_X86 && HWY_TARGET > HWY_AVX2
  // Without a conversion instruction, Highway 1.0 converts infinities and NaN to finite numbers. See
  // kernels::float32_from_float16().
  const auto bits = hn::PromoteTo(Words(), hn::LowerHalf(hn::BitCast(Halves(), halves)));
  const auto magnitude = hn::And(bits, all_words(0x7FFF));
  const auto number = hn::Mul(hn::BitCast(Floats(), hn::ShiftLeft<13>(magnitude)), hn::Set(Floats(), 0x1p112F));
  const auto is_special = hn::Gt(hn::BitCast(Ints(), magnitude), hn::Set(Ints(), 0x7BFF));
  const auto special = hn::IfThenElseZero(hn::RebindMask(Words(), is_special), all_words(0x7F800000));
  const auto sign = hn::ShiftLeft<16>(hn::Sub(bits, magnitude));
  return hn::BitCast(Floats(), hn::Or(hn::Or(hn::BitCast(Words(), number), special), sign));
#else
  const hn::Full128<hwy::float16_t> all;
  return hn::PromoteTo(Floats(), hn::LowerHalf(hn::BitCast(all, halves)));
#endif
}

/// 2^E of the magnitudes; 0 for 0 and denormals.
HWY_INLINE hn::Vec<Floats> powers_of_two(hn::Vec<Floats> magnitude) {
  return hn::And(magnitude, hn::BitCast(Floats(), all_words(0x7F800000)));
}

/// Doubles that are not denormal, rounded to 11 significant bits, half away from zero.
HWY_INLINE hn::Vec<Floats> rounded_to_11_bits(const Doubles& value) {
  return demoted(for_each(value, [](auto doubles, auto part) HWY_ATTR {
    const hn::RebindToUnsigned<decltype(doubles)> longs;
    // 42 of a double's 52 bits are dropped, after half of the last remaining bit has been added.
    const auto half_more = hn::Add(hn::BitCast(longs, part), hn::Set(longs, std::uint64_t{1} << 41U));
    return hn::BitCast(doubles, hn::ShiftLeft<42>(hn::ShiftRight<42>(half_more)));
  }));
}
HWY_INLINE hn::Vec<Floats> rounded_to_11_bits(hn::Vec<Floats> value) {
  const auto half_more = hn::Add(hn::BitCast(Words(), value), all_words(std::uint32_t{1} << 12U));
  return hn::BitCast(Floats(), hn::ShiftLeft<13>(hn::ShiftRight<13>(half_more)));
}

// The formats of float_sum.h, in lanes:
//   Steps             holds the sum of a slice, a whole number of steps, without rounding
//   kept_bits         the exponent of a block minus that of its step
//   has_small_blocks  whether blocks below `smallest_block` must not be summed: results could be denormal, and scales
//                     could overflow
//   smallest_plain    results of at least this size need no further check unless they are infinite or NaN
//   read              the result of a point fetch
//   load              loads four channels: of one texel or two
//   load_texel        loads one texel; other lanes are 0
//   load_halves       loads two texels of one channel, and two others
//   block_of          2^E of the block for the largest magnitude
//   scale_of          2^kept_bits / block: converts a texel to steps of its block, at most 2^(kept_bits + 1)
//   round             rounds an exact sum of steps, times the step, to the format, half away from zero

/// scale_of() of a block. If all texels are 0 or denormal, the exponent overflows into the sign; without the sign, the
/// scale is small.
template <int kept_bits>
HWY_INLINE hn::Vec<Floats> scale_of_block(hn::Vec<Floats> block) {
  const auto scale = hn::Sub(all_words(std::uint32_t{254 + kept_bits} << 23U), hn::BitCast(Words(), block));
  return hn::Abs(hn::BitCast(Floats(), scale));
}

template <int num_channels>
struct Float32Lanes {
  using Reader = Float32Reader;
  using Steps = Doubles;
  static constexpr int channels = num_channels;
  static constexpr std::int64_t channel_bytes = 4;
  static constexpr int kept_bits = 27;
  static constexpr bool is_always_ordinary = false;
  static constexpr bool has_small_blocks = true;
  static constexpr float smallest_block = 0x1p-80F;
  static constexpr float smallest_plain = 0x1p-78F;

  static HWY_INLINE kernels::Float4 read(const std::byte* texel) {
    kernels::Float4 result{};
    std::memcpy(&result, texel, std::size_t{4} * channels);
    return result;
  }
  static HWY_INLINE hn::Vec<Floats> load(const std::byte* texel) {
    return hn::LoadU(Floats(), reinterpret_cast<const float*>(texel));
  }
  static HWY_INLINE hn::Vec<Floats> load_texel(const std::byte* texel) {
    if constexpr (channels == 4) {
      return load(texel);
    } else {
      return hn::BitCast(Floats(), load_bytes<std::size_t{4} * channels>(texel));
    }
  }
  static HWY_INLINE hn::Vec<Floats> load_halves(const std::byte* lower, const std::byte* upper) {
    return hn::BitCast(Floats(), hn::InterleaveLower(load_bytes<8>(lower), load_bytes<8>(upper)));
  }
  static HWY_INLINE hn::Vec<Floats> block_of(hn::Vec<Floats> largest) { return powers_of_two(largest); }
  static HWY_INLINE hn::Vec<Floats> scale_of(hn::Vec<Floats> largest) {
    return scale_of_block<kept_bits>(block_of(largest));
  }
  /// The conversion rounds ties to even. A sum is a whole number of steps, less than 2^41: increasing it by 2^-45 of
  /// its value rounds ties away from zero, is too little to reach the next tie, and does not change sums that need no
  /// rounding.
  static HWY_INLINE hn::Vec<Floats> round(const Doubles& steps, const Doubles& step) {
    return demoted(times(steps, times(step, all(1 + 0x1p-45))));
  }
};

template <int num_channels>
struct Float16Lanes {
  using Reader = Float16Reader;
  using Steps = hn::Vec<Floats>;
  static constexpr int channels = num_channels;
  static constexpr std::int64_t channel_bytes = 2;
  static constexpr int kept_bits = 14;
  static constexpr bool is_always_ordinary = false;
  static constexpr bool has_small_blocks = false;
  /// Denormals have the exponent of the smallest normal number.
  static constexpr float smallest_block = 0x1p-14F;
  static constexpr float smallest_plain = 0x1p-14F;

  static HWY_INLINE kernels::Float4 read(const std::byte* texel) { return as_float4<channels>(load_texel(texel)); }
  static HWY_INLINE hn::Vec<Floats> load(const std::byte* texel) { return float32_from_float16(load_bytes<8>(texel)); }
  static HWY_INLINE hn::Vec<Floats> load_texel(const std::byte* texel) {
    return float32_from_float16(load_bytes<std::size_t{2} * channels>(texel));
  }
  static HWY_INLINE hn::Vec<Floats> load_halves(const std::byte* lower, const std::byte* upper) {
    const auto words = [](const std::byte* from) HWY_ATTR { return hn::BitCast(Words(), load_bytes<4>(from)); };
    return float32_from_float16(hn::BitCast(Longs(), hn::InterleaveLower(words(lower), words(upper))));
  }
  static HWY_INLINE hn::Vec<Floats> block_of(hn::Vec<Floats> largest) {
    return hn::Max(powers_of_two(largest), hn::Set(Floats(), smallest_block));
  }
  static HWY_INLINE hn::Vec<Floats> scale_of(hn::Vec<Floats> largest) {
    return scale_of_block<kept_bits>(block_of(largest));
  }
  template <class Lanes>
  static HWY_INLINE hn::Vec<Floats> round(const Lanes& steps, const Lanes& step) {
    return rounded_to_11_bits(times(steps, step));
  }
};

/// sRGB texels, loaded from tables: see SrgbLanes. Alpha is summed exactly in the same way, because all its blocks are
/// equal.
struct SrgbCodeLanes {
  using Reader = SrgbReader;
  using Steps = hn::Vec<Floats>;
  static constexpr int channels = 4;
  static constexpr std::int64_t channel_bytes = 1;
  static constexpr int kept_bits = 7;
  static constexpr bool is_always_ordinary = true;
  static constexpr float smallest_block = 0x1p-7F;

  static HWY_INLINE kernels::Float4 read(const std::byte* texel) {
    const auto code = [texel](int channel) { return std::to_integer<std::size_t>(texel[channel]); };
    const auto& values = srgb_lanes.values;
    return {values[code(0)], values[code(1)], values[code(2)], srgb_lanes.alpha_values[code(3)]};
  }
  static HWY_INLINE hn::Vec<Floats> load(const std::byte* texel) {
    std::uint32_t codes = 0;
    std::memcpy(&codes, texel, sizeof(codes));
    return load_codes(codes);
  }
  static HWY_INLINE hn::Vec<Floats> load_texel(const std::byte* texel) { return load(texel); }
  static HWY_INLINE hn::Vec<Floats> scale_of(hn::Vec<Floats> largest) {
    // At least the entries of code 0, for slices without weight.
    return hn::BitCast(Floats(), hn::ShiftLeft<23>(hn::BitCast(Words(), hn::Max(largest, load_codes(0)))));
  }
  static HWY_INLINE hn::Vec<Floats> block_of(hn::Vec<Floats> largest) {
    const auto scale = hn::BitCast(Words(), scale_of(largest));
    return hn::BitCast(Floats(), hn::Sub(all_words(std::uint32_t{254 + kept_bits} << 23U), scale));
  }
  /// Color in its own format, alpha as an integer.
  template <class Lanes>
  static HWY_INLINE hn::Vec<Floats> round(const Lanes& steps, const Lanes& step) {
    const auto sum = times(steps, step);
    alignas(16) static constexpr std::uint32_t alpha_lane[4] = {0, 0, 0, 0xFFFFFFFF};
    const auto is_alpha = hn::MaskFromVec(hn::BitCast(Floats(), hn::Load(Words(), alpha_lane)));
    return hn::IfThenElse(is_alpha, quotient<65535>(to_16_bits(sum)), rounded_to_11_bits(sum));
  }

 private:
  // to_16_bits<std::uint8_t>(): floor(257 · sum + 0.5), which floats hold only in two parts, for a sum in 1/256.
  static HWY_INLINE hn::Vec<Floats> to_16_bits(hn::Vec<Floats> sum) {
    const auto alpha = hn::Mul(sum, hn::Set(Floats(), 0x1p8F));
    return hn::Add(alpha, hn::Floor(hn::MulAdd(alpha, hn::Set(Floats(), 0x1p-8F), hn::Set(Floats(), 0.5F))));
  }
  static HWY_INLINE hn::Vec<Floats> to_16_bits(const Doubles& sum) {
    return as_floats(floor_of(times_plus(sum, all(257), all(0.5))));
  }
  static HWY_INLINE hn::Vec<Floats> load_codes(std::uint32_t codes) {
    const float red = srgb_lanes.colors[codes & 255U];
    const float green = srgb_lanes.colors[codes >> 8U & 255U];
    const float blue = srgb_lanes.colors[codes >> 16U & 255U];
    const float alpha = srgb_lanes.alphas[codes >> 24U];
    // Loads the values individually, because a gather instruction takes longer.
#if HWY_ARCH_X86
    return hn::Vec<Floats>{_mm_setr_ps(red, green, blue, alpha)};
#else
    const float values[4] = {red, green, blue, alpha};
    return hn::LoadU(Floats(), values);
#endif
  }
};

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace texelscope::gpu::cpu::texture_unit
HWY_AFTER_NAMESPACE();

#endif
