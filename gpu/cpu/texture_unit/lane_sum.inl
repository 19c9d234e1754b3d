// Included once for each instruction set (see fast_fetch.cpp).
#if defined(TEXELSCOPE_LANE_SUM_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_LANE_SUM_INL
#undef TEXELSCOPE_LANE_SUM_INL
#else
#define TEXELSCOPE_LANE_SUM_INL
#endif

#include "gpu/cpu/texture_unit/lane_formats.inl"

// The sums of float_sum.h and integer_sum.h, in floating point, with every step except the last exact.
HWY_BEFORE_NAMESPACE();
namespace texelscope::gpu::cpu::texture_unit {
namespace HWY_NAMESPACE {

/// Four texels of a slice, and their weights in 1/256, one in each lane. A missing texel has weight 0.
struct FourTexels {
  const std::byte* texels[4];
  hn::Vec<Ints> weights;
};

/// Four weights of 0 … 256, the first in the lowest 16 bits.
HWY_INLINE hn::Vec<Ints> unpacked_weights(std::uint64_t packed) {
  const auto words = hn::ZeroExtendVector(Longs(), hn::Set(hn::Full64<std::uint64_t>(), packed));
  return hn::PromoteTo(Ints(), hn::LowerHalf(hn::BitCast(Halves(), words)));
}

/// Σ w · texel of one slice is `steps` · block · 2^−(kept_bits + 8); `signs` has the sign bit of any texel.
struct SliceSum {
  Doubles steps;
  hn::Vec<Floats> block;
  hn::Vec<Floats> signs;
};

template <class Format>
HWY_INLINE SliceSum sum_slice(const FourTexels& from) {
  const Floats floats;
  const Ints ints;
  const hn::Full128<std::uint32_t> words;
  const hn::Vec<Floats> texels[4] = {Format::load(from.texels[0]), Format::load(from.texels[1]),
                                     Format::load(from.texels[2]), Format::load(from.texels[3])};
  // The magnitude of a texel whose weight is not 0.
  const auto counted = hn::BitCast(
      floats, hn::And(hn::VecFromMask(ints, hn::Gt(from.weights, hn::Zero(ints))), hn::Set(ints, 0x7FFFFFFF)));
  const auto largest =
      hn::Max(hn::Max(hn::And(texels[0], hn::Broadcast<0>(counted)), hn::And(texels[1], hn::Broadcast<1>(counted))),
              hn::Max(hn::And(texels[2], hn::Broadcast<2>(counted)), hn::And(texels[3], hn::Broadcast<3>(counted))));
  SliceSum sum;
  sum.block = Format::block_of(largest);
  sum.signs = hn::Or(hn::Or(texels[0], texels[1]), hn::Or(texels[2], texels[3]));
  // 2^kept_bits / block: converts a texel to steps of its block, at most 2^(kept_bits + 1). If all texels are 0 or
  // denormal, the exponent overflows into the sign; without the sign, the scale is small.
  const auto scale = hn::Abs(hn::BitCast(
      floats, hn::Sub(hn::Set(words, std::uint32_t{254 + Format::kept_bits} << 23U), hn::BitCast(words, sum.block))));
  const Weights weights(from.weights);
  const auto weighted = [&](int number) HWY_ATTR {
    return promoted(hn::Trunc(hn::Mul(Format::value_of(from.texels[number], texels[number]), scale)));
  };
  sum.steps = plus(times_plus(weighted(0), weights.of(0), times(weighted(1), weights.of(1))),
                   times_plus(weighted(2), weights.of(2), times(weighted(3), weights.of(3))));
  return sum;
}

/// The step of a block's sum, times `factor`.
template <class Format>
HWY_INLINE Doubles step_of(hn::Vec<Floats> block, double factor) {
  constexpr double step = 1.0 / static_cast<double>(std::uint64_t{1} << (Format::kept_bits + 8));
  return times(promoted(block), all(step * factor));
}

/// The sum of a footprint of one slice.
template <class Format>
HWY_INLINE hn::Vec<Floats> rounded_sum(const SliceSum& sum) {
  return Format::round(times(sum.steps, step_of<Format>(sum.block, Format::factor)));
}

/// The sum of two slices, as in add_slices(): both are floored to a step that is (E − 1) mod 4 bits finer than that of
/// the larger block, whose exponent is E.
template <class Format>
HWY_INLINE hn::Vec<Floats> rounded_sum(const SliceSum& first, const SliceSum& second) {
  const hn::Full128<std::uint32_t> words;
  // Ensures a nonzero step even if everything is 0.
  const auto block = hn::Max(hn::Max(first.block, second.block), hn::Set(Floats(), Format::smallest_block));
  // The exponent's bits are E + 127, which is E − 1 modulo 4.
  const auto finer = hn::And(hn::ShiftRight<23>(hn::BitCast(words, block)), hn::Set(words, 3));
  const auto fraction = hn::BitCast(Floats(), hn::ShiftLeft<23>(hn::Sub(hn::Set(words, 127), finer)));
  const Doubles step = times(step_of<Format>(block, 1), promoted(fraction));
  const auto floored = [&](const SliceSum& sum) HWY_ATTR {
    return floor_of(divided_by(times(sum.steps, step_of<Format>(sum.block, 1)), step));
  };
  return Format::round(times(plus(floored(first), floored(second)), times(step, all(Format::factor))));
}

/// Whether a rounded sum is correct. It is incorrect for zeros among negative texels, whose sign follows other rules,
/// for infinities and NaN, and for blocks that are too small.
template <class Format>
HWY_INLINE bool is_ordinary(hn::Vec<Floats> result, const SliceSum& sum) {
  const Floats floats;
  const auto magnitude = hn::Abs(result);
  const auto zero = hn::Zero(floats);
  auto odd = hn::And(hn::VecFromMask(floats, hn::Eq(result, zero)), sum.signs);
  // False for NaN, too.
  odd = hn::Or(odd, hn::Not(hn::VecFromMask(
                        floats, hn::Lt(magnitude, hn::Set(floats, std::numeric_limits<float>::infinity())))));
  if constexpr (Format::has_small_blocks) {
    odd = hn::Or(odd, hn::And(hn::VecFromMask(floats, hn::Lt(sum.block, hn::Set(floats, Format::smallest_block))),
                              hn::VecFromMask(floats, hn::Gt(sum.block, zero))));
  }
  return hn::AllFalse(Ints(), hn::Lt(hn::BitCast(Ints(), odd), hn::Zero(Ints())));
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace texelscope::gpu::cpu::texture_unit
HWY_AFTER_NAMESPACE();

#endif
