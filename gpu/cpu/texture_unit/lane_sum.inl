// Included once for each instruction set, see fast_fetch.cpp.
#if defined(TEXELSCOPE_LANE_SUM_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_LANE_SUM_INL
#undef TEXELSCOPE_LANE_SUM_INL
#else
#define TEXELSCOPE_LANE_SUM_INL
#endif

#include "gpu/cpu/texture_unit/lane_formats.inl"

// What float_sum.h and integer_sum.h do, in floating point of which every step is exact but the last.
HWY_BEFORE_NAMESPACE();
namespace texelscope::gpu::cpu::texture_unit {
namespace HWY_NAMESPACE {

using Doubles = hn::Full128<double>;

/// Four texels of a slice, and their weights in 1/256, one in each lane. A texel that is not there has weight 0.
struct FourTexels {
  const std::byte* texels[4];
  hn::Vec<Floats> weights;
};

/// Four weights of 0 … 256, the first in the lowest 16 bits.
HWY_INLINE hn::Vec<Floats> unpacked_weights(std::uint64_t packed) {
  const auto words = hn::ZeroExtendVector(Longs(), hn::Set(hn::Full64<std::uint64_t>(), packed));
  return hn::ConvertTo(Floats(), hn::PromoteTo(Ints(), hn::LowerHalf(hn::BitCast(Halves(), words))));
}

/// Σ w · texel of one slice is (coarse + fine) · block · 2^−(kept_bits + 8); `signs` has the sign bit of any texel.
struct SliceSum {
  hn::Vec<Floats> coarse;
  hn::Vec<Floats> fine;
  hn::Vec<Floats> block;
  hn::Vec<Floats> signs;
};

template <class Format>
HWY_INLINE SliceSum sum_slice(const FourTexels& from) {
  const Floats floats;
  const Ints ints;
  const hn::Vec<Floats> texels[4] = {Format::load(from.texels[0]), Format::load(from.texels[1]),
                                     Format::load(from.texels[2]), Format::load(from.texels[3])};
  // The magnitude of a texel whose weight is not 0.
  const auto counted = hn::And(hn::VecFromMask(floats, hn::Gt(from.weights, hn::Zero(floats))),
                               hn::BitCast(floats, hn::Set(ints, 0x7FFFFFFF)));
  const auto largest =
      hn::Max(hn::Max(hn::And(texels[0], hn::Broadcast<0>(counted)), hn::And(texels[1], hn::Broadcast<1>(counted))),
              hn::Max(hn::And(texels[2], hn::Broadcast<2>(counted)), hn::And(texels[3], hn::Broadcast<3>(counted))));
  SliceSum sum;
  sum.block = Format::block_of(largest);
  // 2^kept_bits / block: a texel in steps of its block, at most 2^(kept_bits + 1), and far below 1 where it is
  // denormal.
  const auto scale =
      hn::BitCast(floats, hn::Sub(hn::Set(hn::Full128<std::uint32_t>(), std::uint32_t{254 + Format::kept_bits} << 23U),
                                  hn::BitCast(hn::Full128<std::uint32_t>(), sum.block)));
  sum.coarse = hn::Zero(floats);
  sum.fine = hn::Zero(floats);
  sum.signs = hn::Or(hn::Or(texels[0], texels[1]), hn::Or(texels[2], texels[3]));
  const auto add = [&](hn::Vec<Floats> texel, hn::Vec<Floats> weight) HWY_ATTR {
    const auto steps = hn::Trunc(hn::Mul(texel, scale));
    if constexpr (Format::is_sum_split) {
      // Rounded to a multiple of 2^14, for which 22 bits suffice, as for the rest. Of an infinity NaN is left.
      const auto magic = hn::Set(floats, 0x1.8p37F);
      const auto coarse = hn::Sub(hn::Add(steps, magic), magic);
      sum.coarse = hn::MulAdd(coarse, weight, sum.coarse);
      sum.fine = hn::MulAdd(hn::Sub(steps, coarse), weight, sum.fine);
    } else {
      sum.coarse = hn::MulAdd(steps, weight, sum.coarse);
    }
  };
  add(texels[0], hn::Broadcast<0>(from.weights));
  add(texels[1], hn::Broadcast<1>(from.weights));
  add(texels[2], hn::Broadcast<2>(from.weights));
  add(texels[3], hn::Broadcast<3>(from.weights));
  return sum;
}

template <int half>
HWY_INLINE hn::Vec<Doubles> promoted(hn::Vec<Floats> value) {
  if constexpr (half == 0) {
    return hn::PromoteTo(Doubles(), hn::LowerHalf(value));
  } else {
    return hn::PromoteTo(Doubles(), hn::UpperHalf(hn::Full64<float>(), value));
  }
}

/// The step of a block's sum.
template <class Format, int half>
HWY_INLINE hn::Vec<Doubles> step_of(hn::Vec<Floats> block) {
  constexpr double step = 1.0 / static_cast<double>(std::uint64_t{1} << (Format::kept_bits + 8));
  return hn::Mul(promoted<half>(block), hn::Set(Doubles(), step));
}

template <class Format, int half>
HWY_INLINE hn::Vec<Doubles> value_of(const SliceSum& sum) {
  auto steps = promoted<half>(sum.coarse);
  if constexpr (Format::is_sum_split) {
    steps = hn::Add(steps, promoted<half>(sum.fine));
  }
  return hn::Mul(steps, step_of<Format, half>(sum.block));
}

/// Two slices as add_slices() adds them: with E the exponent of the larger block, both floored to a step that is
/// (E − 1) mod 4 bits finer than that block's own.
template <class Format, int half>
HWY_INLINE hn::Vec<Doubles> value_of(const SliceSum& first, const SliceSum& second) {
  const hn::Full128<std::uint32_t> words;
  // So that there is a step also where all is 0.
  const auto block = hn::Max(hn::Max(first.block, second.block), hn::Set(Floats(), Format::smallest_block));
  // The exponent's bits are E + 127, which is E − 1 modulo 4.
  const auto finer = hn::And(hn::ShiftRight<23>(hn::BitCast(words, block)), hn::Set(words, 3));
  const auto factor = hn::BitCast(Floats(), hn::ShiftLeft<23>(hn::Sub(hn::Set(words, 127), finer)));
  const auto step = hn::Mul(step_of<Format, half>(block), promoted<half>(factor));
  const auto steps = hn::Div(hn::Set(Doubles(), 1.0), step);
  return hn::Mul(hn::Add(hn::Floor(hn::Mul(value_of<Format, half>(first), steps)),
                         hn::Floor(hn::Mul(value_of<Format, half>(second), steps))),
                 step);
}

template <class Format>
HWY_INLINE hn::Vec<Floats> rounded(hn::Vec<Doubles> lower, hn::Vec<Doubles> upper) {
  return hn::Combine(Floats(), Format::round(upper), Format::round(lower));
}

/// Whether the above holds. It does not for zeros among negative texels, whose sign is a matter of its own, for
/// infinities and NaN, and for blocks that are too small.
template <class Format>
HWY_INLINE bool is_ordinary(hn::Vec<Floats> result, hn::Vec<Floats> signs, hn::Vec<Floats> block) {
  const Floats floats;
  const auto magnitude = hn::Abs(result);
  const auto zero = hn::Zero(floats);
  auto odd = hn::And(hn::VecFromMask(floats, hn::Eq(result, zero)), signs);
  // False for NaN, too.
  odd = hn::Or(odd, hn::Not(hn::VecFromMask(
                        floats, hn::Lt(magnitude, hn::Set(floats, std::numeric_limits<float>::infinity())))));
  if constexpr (Format::has_small_blocks) {
    odd = hn::Or(odd, hn::And(hn::VecFromMask(floats, hn::Lt(block, hn::Set(floats, Format::smallest_block))),
                              hn::VecFromMask(floats, hn::Gt(block, zero))));
  }
  return hn::AllFalse(Ints(), hn::Lt(hn::BitCast(Ints(), odd), hn::Zero(Ints())));
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace texelscope::gpu::cpu::texture_unit
HWY_AFTER_NAMESPACE();

#endif
