// Included once for each instruction set (see fast_fetch.cpp).
#if defined(TEXELSCOPE_LANE_FORMATS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_LANE_FORMATS_INL
#undef TEXELSCOPE_LANE_FORMATS_INL
#else
#define TEXELSCOPE_LANE_FORMATS_INL
#endif

#include <limits>
#include <type_traits>

#include "gpu/cpu/texture_unit/double_lanes.inl"
#include "gpu/cpu/texture_unit/integer_sum.h"
#include "gpu/cpu/texture_unit/srgb.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::gpu::cpu::texture_unit {
namespace HWY_NAMESPACE {

/// Integers converted to floats, which is exact.
template <class Integer, int channels>
HWY_INLINE hn::Vec<Floats> load_integers(const std::byte* texel) {
  const auto bytes = load_bytes<sizeof(Integer) * channels>(texel);
  const hn::Full128<Integer> all;
  if constexpr (sizeof(Integer) == 1) {
    return hn::ConvertTo(Floats(), hn::PromoteTo(Ints(), hn::LowerHalf(hn::LowerHalf(hn::BitCast(all, bytes)))));
  } else {
    return hn::ConvertTo(Floats(), hn::PromoteTo(Ints(), hn::LowerHalf(hn::BitCast(all, bytes))));
  }
}

/// The value that fetch_point reads from a normalized texel: value / full scale.
template <class Integer, int channels>
HWY_INLINE hn::Vec<Floats> normalized_lanes(const std::byte* texel) {
  const auto full = hn::Set(Floats(), static_cast<float>(full_scale<Integer>));
  return hn::Div(hn::Max(load_integers<Integer, channels>(texel), hn::Neg(full)), full);
}

/// Converts the lower four float16 of a vector.
HWY_INLINE hn::Vec<Floats> float32_from_float16(hn::Vec<Longs> halves) {
#if HWY_ARCH_X86 && HWY_TARGET > HWY_AVX2
  // Without a conversion instruction, Highway 1.0 converts infinities and NaN to finite numbers. See
  // kernels::float32_from_float16().
  const hn::Full128<std::uint32_t> words;
  const auto bits = hn::PromoteTo(words, hn::LowerHalf(hn::BitCast(Halves(), halves)));
  const auto magnitude = hn::And(bits, hn::Set(words, 0x7FFF));
  const auto number = hn::Mul(hn::BitCast(Floats(), hn::ShiftLeft<13>(magnitude)), hn::Set(Floats(), 0x1p112F));
  const auto is_special = hn::Gt(hn::BitCast(Ints(), magnitude), hn::Set(Ints(), 0x7BFF));
  const auto special = hn::IfThenElseZero(hn::RebindMask(words, is_special), hn::Set(words, 0x7F800000));
  const auto sign = hn::ShiftLeft<16>(hn::Sub(bits, magnitude));
  return hn::BitCast(Floats(), hn::Or(hn::Or(hn::BitCast(words, number), special), sign));
#else
  const hn::Full128<hwy::float16_t> all;
  return hn::PromoteTo(Floats(), hn::LowerHalf(hn::BitCast(all, halves)));
#endif
}

/// 2^E of the magnitudes; 0 for 0 and denormals.
HWY_INLINE hn::Vec<Floats> powers_of_two(hn::Vec<Floats> magnitude) {
  return hn::And(magnitude, hn::BitCast(Floats(), hn::Set(Ints(), 0x7F800000)));
}

// The formats of float_sum.h, in lanes:
//   kept_bits         the exponent of a block minus that of its step
//   smallest_block    the smallest block that may be summed: below it, float32 results could be denormal, and scales
//                     could overflow
//   load              loads a texel; larger magnitudes have larger values
//   value_of          the value of a loaded texel in the sum
//   block_of          2^E of the block for the largest magnitude
//   round             rounds an exact sum times `factor` to the format, half away from zero

template <int channels>
struct Float32Lanes {
  static constexpr std::int64_t texel_bytes = 4 * channels;
  static constexpr int kept_bits = 27;
  static constexpr bool has_small_blocks = true;
  static constexpr float smallest_block = 0x1p-80F;

  static HWY_INLINE hn::Vec<Floats> load(const std::byte* texel) {
    if constexpr (channels == 4) {
      return hn::LoadU(Floats(), reinterpret_cast<const float*>(texel));
    } else {
      return hn::BitCast(Floats(), load_bytes<std::size_t{4} * channels>(texel));
    }
  }
  static HWY_INLINE hn::Vec<Floats> value_of(const std::byte* /*texel*/, hn::Vec<Floats> loaded) { return loaded; }
  static HWY_INLINE hn::Vec<Floats> block_of(hn::Vec<Floats> largest) { return powers_of_two(largest); }
  /// The conversion rounds ties to even. A sum is a whole number of steps, less than 2^41: increasing it by 2^-45 of
  /// its value rounds ties away from zero, is too little to reach the next tie, and does not change sums that need no
  /// rounding.
  static constexpr double factor = 1 + 0x1p-45;
  static HWY_INLINE hn::Vec<Floats> round(const Doubles& value) { return demoted(value); }
};

template <int channels>
struct Float16Lanes {
  static constexpr std::int64_t texel_bytes = 2 * channels;
  static constexpr int kept_bits = 14;
  static constexpr bool has_small_blocks = false;
  /// Denormals have the exponent of the smallest normal number.
  static constexpr float smallest_block = 0x1p-14F;

  static HWY_INLINE hn::Vec<Floats> load(const std::byte* texel) {
    return float32_from_float16(load_bytes<std::size_t{2} * channels>(texel));
  }
  static HWY_INLINE hn::Vec<Floats> value_of(const std::byte* /*texel*/, hn::Vec<Floats> loaded) { return loaded; }
  static HWY_INLINE hn::Vec<Floats> block_of(hn::Vec<Floats> largest) {
    return hn::Max(powers_of_two(largest), hn::Set(Floats(), smallest_block));
  }
  static constexpr double factor = 1;
  static HWY_INLINE hn::Vec<Floats> round(const Doubles& value) {
    return demoted(for_each(value, [](auto doubles, auto part) HWY_ATTR {
      const hn::RebindToUnsigned<decltype(doubles)> longs;
      const auto magnitude = hn::Abs(part);
      // 42 of a double's 52 bits are dropped, after half of the last remaining bit has been added.
      const auto half_more = hn::Add(hn::BitCast(longs, magnitude), hn::Set(longs, std::uint64_t{1} << 41U));
      const auto normal = hn::BitCast(doubles, hn::ShiftLeft<42>(hn::ShiftRight<42>(half_more)));
      const auto steps = hn::Floor(hn::MulAdd(magnitude, hn::Set(doubles, 0x1p24), hn::Set(doubles, 0.5)));
      const auto denormal = hn::Mul(steps, hn::Set(doubles, 0x1p-24));
      const auto is_denormal = hn::Lt(magnitude, hn::Set(doubles, 0x1p-14));
      return hn::CopySign(hn::IfThenElse(is_denormal, denormal, normal), part);
    }));
  }
};

/// sRGB codes, whose values and blocks are read from a table; the alpha of a result must be replaced.
struct SrgbCodeLanes {
  static constexpr int kept_bits = 7;
  static constexpr bool has_small_blocks = false;
  static constexpr float smallest_block = 0x1p-7F;
  static constexpr double factor = Float16Lanes<4>::factor;

  static HWY_INLINE hn::Vec<Floats> load(const std::byte* texel) { return load_integers<std::uint8_t, 4>(texel); }
  /// Loads the values individually, because a gather instruction takes longer.
  static HWY_INLINE hn::Vec<Floats> value_of(const std::byte* texel, hn::Vec<Floats> /*loaded*/) {
    const std::array<float, 256>& values = srgb_lanes().values;
    const auto bits = [&](int channel) {
      std::uint32_t value = 0;
      std::memcpy(&value, &values[std::to_integer<std::size_t>(texel[channel])], sizeof(value));
      return std::uint64_t{value};
    };
    const hn::Full64<std::uint64_t> two;
    return hn::BitCast(Floats(), hn::Combine(Longs(), hn::Set(two, bits(2)), hn::Set(two, bits(0) | bits(1) << 32U)));
  }
  static HWY_INLINE hn::Vec<Floats> block_of(hn::Vec<Floats> largest) {
    return hn::GatherIndex(Floats(), srgb_lanes().blocks.data(), hn::ConvertTo(Ints(), largest));
  }
  static HWY_INLINE hn::Vec<Floats> round(const Doubles& value) { return Float16Lanes<4>::round(value); }
};

/// The color of the first vector with the alpha of the second.
HWY_INLINE hn::Vec<Floats> with_alpha(hn::Vec<Floats> color, hn::Vec<Floats> alpha) {
  alignas(16) static constexpr std::uint32_t alpha_lane[4] = {0, 0, 0, 0xFFFFFFFF};
  const auto is_alpha = hn::MaskFromVec(hn::BitCast(Floats(), hn::Load(hn::Full128<std::uint32_t>(), alpha_lane)));
  return hn::IfThenElse(is_alpha, alpha, color);
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace texelscope::gpu::cpu::texture_unit
HWY_AFTER_NAMESPACE();

#endif
