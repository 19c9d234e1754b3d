// Included once for each instruction set (see fast_fetch.cpp).
#if defined(TEXELSCOPE_LANE_SUM_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_LANE_SUM_INL
#undef TEXELSCOPE_LANE_SUM_INL
#else
#define TEXELSCOPE_LANE_SUM_INL
#endif

#include "gpu/cpu/texture_unit/lane_formats.inl"

// The sums of float_sum.h in floating point, with every step except the last
// exact. A vector contains four channels: of one texel, of two neighbors, or of
// all four texels.
HWY_BEFORE_NAMESPACE();
namespace texelscope::gpu::cpu::texture_unit {
namespace HWY_NAMESPACE {

/// The weights of the upper and the lower row in 1/256, one in each lane.
template <int num_rows>
HWY_INLINE hn::Vec<Ints> weights_of(const Rows& from) {
  const std::uint64_t upper = num_rows == 2 ? from.columns - from.lower_weights : from.columns;
  const std::uint64_t lower = num_rows == 2 ? from.lower_weights : 0;
  const auto packed = hn::ZeroExtendVector(Longs(), hn::Set(hn::Full64<std::uint64_t>(), upper | lower << 32U));
  return hn::PromoteTo(Ints(), hn::LowerHalf(hn::BitCast(Halves(), packed)));
}

/// Vectors of texels. In two rows, a vector contains four channels: of one
/// texel, two neighbors, or all four. In one row, a vector contains one texel,
/// so that no lanes must be combined.
template <class Format, int num_rows>
inline constexpr int vector_count = num_rows == 1 ? 2 : Format::channels;

/// Those of the upper row first.
template <class Format, int num_rows>
HWY_INLINE void load_rows(const Rows& from, hn::Vec<Floats> (&texels)[vector_count<Format, num_rows>]) {
  constexpr std::int64_t texel_bytes = Format::channel_bytes * Format::channels;
  if constexpr (num_rows == 1) {
    texels[0] = Format::load_texel(from.upper);
    texels[1] = Format::load_texel(from.upper + texel_bytes);
  } else if constexpr (Format::channels == 1) {
    texels[0] = Format::load_halves(from.upper, from.lower);
  } else if constexpr (Format::channels == 2) {
    texels[0] = Format::load(from.upper);
    texels[1] = Format::load(from.lower);
  } else {
    texels[0] = Format::load(from.upper);
    texels[1] = Format::load(from.upper + texel_bytes);
    texels[2] = Format::load(from.lower);
    texels[3] = Format::load(from.lower + texel_bytes);
  }
}

/// Σ w · texel of one slice is `steps` · block · 2^−(kept_bits + 8); `signs`
/// has the sign bit of any texel.
template <class Format>
struct SliceSum {
  typename Format::Steps steps;
  hn::Vec<Floats> block;
  hn::Vec<Floats> signs;
};

template <class Format, int num_rows>
HWY_INLINE SliceSum<Format> sum_slice(const Rows& from) {
  constexpr int num_vectors = vector_count<Format, num_rows>;
  constexpr int channels_in_vector = num_rows == 1 ? 4 : Format::channels;
  hn::Vec<Floats> texels[num_vectors];
  load_rows<Format, num_rows>(from, texels);
  const auto weights = weights_of<num_rows>(from);
  // The magnitude of a texel whose weight is not 0.
  const auto is_counted = hn::BitCast(Words(), hn::VecFromMask(Ints(), hn::Gt(weights, hn::Zero(Ints()))));
  const Spread<channels_in_vector> counted(hn::BitCast(Floats(), hn::And(is_counted, all_words(0x7FFFFFFF))));
  auto largest = hn::And(texels[0], counted.of_vectors[0]);
  auto signs = texels[0];
  for (int number = 1; number < num_vectors; ++number) {
    largest = hn::Max(largest, hn::And(texels[number], counted.of_vectors[number]));
    signs = hn::Or(signs, texels[number]);
  }
  if constexpr (channels_in_vector <= 2) {
    largest = hn::Max(largest, hn::Shuffle1032(largest));
    signs = hn::Or(signs, hn::Shuffle1032(signs));
  }
  if constexpr (channels_in_vector == 1) {
    largest = hn::Max(largest, hn::Shuffle2301(largest));
    signs = hn::Or(signs, hn::Shuffle2301(signs));
  }
  const auto scale = Format::scale_of(largest);
  const SpreadWeights<typename Format::Steps, channels_in_vector> weight(weights);
  const auto steps_of = [&](int number) HWY_ATTR {
    typename Format::Steps steps;
    widen(hn::Trunc(hn::Mul(texels[number], scale)), steps);
    return steps;
  };
  SliceSum<Format> sum{times(steps_of(0), weight.of_vectors[0]), Format::block_of(largest), signs};
  for (int number = 1; number < num_vectors; ++number) {
    sum.steps = times_plus(steps_of(number), weight.of_vectors[number], sum.steps);
  }
  if constexpr (channels_in_vector <= 2) {
    sum.steps = sum_across<channels_in_vector>(sum.steps);
  }
  return sum;
}

/// 2^−(kept_bits + 8): the step of a block's sum, divided by the block.
template <class Format>
inline constexpr double step_of_block = 1.0 / static_cast<double>(std::uint64_t{1} << (Format::kept_bits + 8));

/// The sum of a footprint of one slice.
template <class Format>
HWY_INLINE hn::Vec<Floats> rounded_sum(const SliceSum<Format>& sum) {
  typename Format::Steps step;
  widen(hn::Mul(sum.block, hn::Set(Floats(), static_cast<float>(step_of_block<Format>))), step);
  return Format::round(sum.steps, step);
}

/// 2^finer / step of a block, with finer = (E − 1) mod 4 for the exponent E:
/// slices are floored to such steps before they are added. Exact like its
/// reciprocal: neither is denormal.
template <class Format>
HWY_INLINE hn::Vec<Floats> fine_steps_in_one(hn::Vec<Floats> block) {
  // The exponent's bits are E + 127, which is E − 1 modulo 4.
  const auto exponent = hn::BitCast(Words(), block);
  const auto finer = hn::And(exponent, all_words(std::uint32_t{3} << 23U));
  return hn::BitCast(Floats(),
                     hn::Sub(hn::Add(all_words(std::uint32_t{254 + Format::kept_bits + 8} << 23U), finer), exponent));
}
HWY_INLINE hn::Vec<Floats> reciprocal_of_power(hn::Vec<Floats> power) {
  return hn::BitCast(Floats(), hn::Sub(all_words(std::uint32_t{254} << 23U), hn::BitCast(Words(), power)));
}

/// The sum of two slices, as in filter_float(): both are floored to the step of
/// the larger block.
template <class Format>
HWY_INLINE hn::Vec<Floats> rounded_sum(const SliceSum<Format>& first, const SliceSum<Format>& second) {
  // Ensures a nonzero step even if everything is 0.
  const auto block = hn::Max(hn::Max(first.block, second.block), hn::Set(Floats(), Format::smallest_block));
  const auto steps = fine_steps_in_one<Format>(block);
  const Doubles steps_in_one = promoted(steps);
  const auto floored = [&](const SliceSum<Format>& sum) HWY_ATTR {
    const Doubles ratio = times(times(promoted(sum.block), all(step_of_block<Format>)), steps_in_one);
    return floor_of(times(as_doubles(sum.steps), ratio));
  };
  return Format::round(plus(floored(first), floored(second)), promoted(reciprocal_of_power(steps)));
}

/// Whether a rounded sum is correct. It is incorrect for zeros among negative
/// texels, whose sign follows other rules, for infinities and NaN, for denormal
/// results, and for blocks that are too small. A condition is a sign bit here.
template <class Format, class... Sums>
HWY_INLINE bool is_ordinary(hn::Vec<Floats> result, const Sums&... sums) {
  constexpr unsigned all_channels = (1U << static_cast<unsigned>(Format::channels)) - 1;
  const auto is_below = [](hn::Vec<Words> magnitude, float limit)
                            HWY_ATTR { return hn::Sub(magnitude, all_words(std::bit_cast<std::uint32_t>(limit))); };
  // Results from smallest_plain to 2^128 times that: without its sign, a float
  // is an integer of 32 bits.
  auto suspect = hn::Sub(hn::ShiftLeft<1>(hn::BitCast(Words(), result)),
                         all_words(2 * std::bit_cast<std::uint32_t>(Format::smallest_plain)));
  // A single slice with a small block has a small sum.
  if constexpr (Format::has_small_blocks && sizeof...(Sums) > 1) {
    ((suspect = hn::Or(suspect, is_below(hn::BitCast(Words(), sums.block), Format::smallest_block))), ...);
  }
  if ((sign_bits(suspect) & all_channels) == 0) [[likely]] {
    return true;
  }
  const auto is_nonzero = [](hn::Vec<Words> magnitude) HWY_ATTR { return hn::Sub(hn::Zero(Words()), magnitude); };
  const auto magnitude = hn::BitCast(Words(), hn::Abs(result));
  const auto is_infinite = hn::Add(magnitude, all_words(std::uint32_t{1} << 23U));
  const auto is_small = is_below(magnitude, Format::smallest_plain);
  auto odd = hn::Or(is_infinite, hn::And(is_small, is_nonzero(magnitude)));
  ((odd = hn::Or(odd, hn::And(is_small, hn::BitCast(Words(), sums.signs)))), ...);
  if constexpr (Format::has_small_blocks) {
    const auto is_too_small = [&](hn::Vec<Words> block) HWY_ATTR {
      return hn::And(is_below(block, Format::smallest_block), is_nonzero(block));
    };
    ((odd = hn::Or(odd, is_too_small(hn::BitCast(Words(), sums.block)))), ...);
  }
  return (sign_bits(odd) & all_channels) == 0;
}

/// The sum of any number of slices, as in filter_float(): group by group.
template <class Format>
class RunningSum {
 public:
  HWY_INLINE RunningSum()
      : total_(all(0)),
        block_(hn::Set(Floats(), Format::smallest_block)),
        smallest_(hn::Set(Floats(), 1.0F)),
        signs_(hn::Zero(Floats())) {}

  /// Slices of one level, with weights in 1/`unit`.
  HWY_INLINE void add_group(const SliceSum<Format>* slices, int count, int unit) {
    const auto before = block_;
    for (int k = 0; k < count; ++k) {
      block_ = hn::Max(block_, slices[k].block);
      signs_ = hn::Or(signs_, slices[k].signs);
      const auto is_zero = hn::Eq(slices[k].block, hn::Zero(Floats()));
      smallest_ = hn::Min(smallest_, hn::IfThenElse(is_zero, hn::Set(Floats(), 1.0F), slices[k].block));
    }
    const Doubles steps_in_one = promoted(fine_steps_in_one<Format>(block_));
    total_ =
        floor_of(times(times(total_, promoted(reciprocal_of_power(fine_steps_in_one<Format>(before)))), steps_in_one));
    for (int k = 0; k < count; ++k) {
      const Doubles ratio =
          times(times(promoted(slices[k].block), all(step_of_block<Format> * 256 / unit)), steps_in_one);
      total_ = plus(total_, floor_of(times(as_doubles(slices[k].steps), ratio)));
    }
  }
  [[nodiscard]] HWY_INLINE hn::Vec<Floats> rounded() const {
    return Format::round(total_, promoted(reciprocal_of_power(fine_steps_in_one<Format>(block_))));
  }
  [[nodiscard]] HWY_INLINE bool is_ordinary(hn::Vec<Floats> result) const {
    if constexpr (Format::is_always_ordinary) {
      return true;
    } else {
      const SliceSum<Format> conditions{{}, smallest_, signs_};
      return HWY_NAMESPACE::is_ordinary<Format>(result, conditions, conditions);
    }
  }

 private:
  Doubles total_;
  hn::Vec<Floats> block_;
  hn::Vec<Floats> smallest_;
  hn::Vec<Floats> signs_;
};

/// How lane_fetch.inl reads floating-point formats.
template <class Format>
struct FloatTexels {
  static constexpr bool is_integer = false;
  static constexpr int channels = Format::channels;
  static constexpr std::int64_t texel_bytes = Format::channel_bytes * channels;
  using Reader = typename Format::Reader;
  using Sum = SliceSum<Format>;
  using Running = RunningSum<Format>;

  static HWY_INLINE kernels::Float4 read(const std::byte* texel) { return Format::read(texel); }
  template <int num_rows>
  static HWY_INLINE Sum sum(const Rows& from) {
    return sum_slice<Format, num_rows>(from);
  }
  static HWY_INLINE hn::Vec<Floats> finish(const Sum& sum) { return rounded_sum(sum); }
  static HWY_INLINE hn::Vec<Floats> finish(const Sum& near, const Sum& far) { return rounded_sum(near, far); }
  template <class... Sums>
  static HWY_INLINE bool is_ordinary(hn::Vec<Floats> result, const Sums&... sums) {
    if constexpr (Format::is_always_ordinary) {
      return true;
    } else {
      return HWY_NAMESPACE::is_ordinary<Format>(result, sums...);
    }
  }
};

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace texelscope::gpu::cpu::texture_unit
HWY_AFTER_NAMESPACE();

#endif
