// Included once for each instruction set (see fast_fetch.cpp).
#if defined(TEXELSCOPE_DOUBLE_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_DOUBLE_LANES_INL
#undef TEXELSCOPE_DOUBLE_LANES_INL
#else
#define TEXELSCOPE_DOUBLE_LANES_INL
#endif

#include "gpu/cpu/texture_unit/lanes.inl"

// Four lanes of doubles: one vector if vectors are long enough, otherwise two.
HWY_BEFORE_NAMESPACE();
namespace texelscope::gpu::cpu::texture_unit {
namespace HWY_NAMESPACE {

#if HWY_MAX_BYTES >= 32

using DoublePart = hn::Full256<double>;
struct Doubles {
  hn::Vec<DoublePart> all;
};

/// Calls `function(tag, parts…)` for each part of the vectors.
template <class Function, class... Others>
HWY_INLINE Doubles for_each(const Doubles& first, const Function& function, const Others&... others) {
  return {function(DoublePart(), first.all, others.all...)};
}
HWY_INLINE Doubles promoted(hn::Vec<Floats> value) { return {hn::PromoteTo(DoublePart(), value)}; }
HWY_INLINE hn::Vec<Floats> demoted(const Doubles& value) { return hn::DemoteTo(Floats(), value.all); }
HWY_INLINE Doubles all(double value) { return {hn::Set(DoublePart(), value)}; }

#else

using DoublePart = hn::Full128<double>;
struct Doubles {
  hn::Vec<DoublePart> lower;
  hn::Vec<DoublePart> upper;
};

template <class Function, class... Others>
HWY_INLINE Doubles for_each(const Doubles& first, const Function& function, const Others&... others) {
  return {function(DoublePart(), first.lower, others.lower...), function(DoublePart(), first.upper, others.upper...)};
}
HWY_INLINE Doubles promoted(hn::Vec<Floats> value) {
  return {hn::PromoteTo(DoublePart(), hn::LowerHalf(value)),
          hn::PromoteTo(DoublePart(), hn::UpperHalf(hn::Full64<float>(), value))};
}
HWY_INLINE hn::Vec<Floats> demoted(const Doubles& value) {
  const hn::Full64<float> two;
  return hn::Combine(Floats(), hn::DemoteTo(two, value.upper), hn::DemoteTo(two, value.lower));
}
HWY_INLINE Doubles all(double value) { return {hn::Set(DoublePart(), value), hn::Set(DoublePart(), value)}; }

#endif

HWY_INLINE Doubles plus(const Doubles& a, const Doubles& b) {
  return for_each(
      a, [](auto, auto x, auto y) HWY_ATTR { return hn::Add(x, y); }, b);
}
HWY_INLINE Doubles times(const Doubles& a, const Doubles& b) {
  return for_each(
      a, [](auto, auto x, auto y) HWY_ATTR { return hn::Mul(x, y); }, b);
}
/// a · b + c, with one or two roundings: use it only where the result is exact.
HWY_INLINE Doubles times_plus(const Doubles& a, const Doubles& b, const Doubles& c) {
  return for_each(
      a, [](auto, auto x, auto y, auto z) HWY_ATTR { return hn::MulAdd(x, y, z); }, b, c);
}
HWY_INLINE Doubles floor_of(const Doubles& a) {
  return for_each(a, [](auto, auto x) HWY_ATTR { return hn::Floor(x); });
}

/// The sum of all lanes of a one-channel vector, or of each of two channels, in all their lanes.
template <int channels>
HWY_INLINE Doubles sum_across(const Doubles& value) {
#if HWY_MAX_BYTES >= 32
  const auto halves = hn::Add(value.all, hn::SwapAdjacentBlocks(value.all));
  return {channels == 1 ? hn::Add(halves, hn::Shuffle01(halves)) : halves};
#else
  const auto halves = hn::Add(value.lower, value.upper);
  const auto sum = channels == 1 ? hn::Add(halves, hn::Shuffle01(halves)) : halves;
  return {sum, sum};
#endif
}

// The same for floats, so that a sum can be computed in either.
HWY_INLINE hn::Vec<Floats> plus(hn::Vec<Floats> a, hn::Vec<Floats> b) { return hn::Add(a, b); }
HWY_INLINE hn::Vec<Floats> times(hn::Vec<Floats> a, hn::Vec<Floats> b) { return hn::Mul(a, b); }
HWY_INLINE hn::Vec<Floats> times_plus(hn::Vec<Floats> a, hn::Vec<Floats> b, hn::Vec<Floats> c) {
  return hn::MulAdd(a, b, c);
}
template <int channels>
HWY_INLINE hn::Vec<Floats> sum_across(hn::Vec<Floats> value) {
  const auto halves = hn::Add(value, hn::Shuffle1032(value));
  return channels == 1 ? hn::Add(halves, hn::Shuffle2301(halves)) : halves;
}
HWY_INLINE void widen(hn::Vec<Floats> value, Doubles& wide) { wide = promoted(value); }
HWY_INLINE void widen(hn::Vec<Floats> value, hn::Vec<Floats>& same) { same = value; }
HWY_INLINE hn::Vec<Floats> as_floats(const Doubles& value) { return demoted(value); }
HWY_INLINE hn::Vec<Floats> as_floats(hn::Vec<Floats> value) { return value; }
HWY_INLINE Doubles as_doubles(const Doubles& value) { return value; }
HWY_INLINE Doubles as_doubles(hn::Vec<Floats> value) { return promoted(value); }

/// Numbers of two rows of two texels, each in all lanes that belong to its texel in vectors of four channels.
template <int channels>
struct Spread {
  hn::Vec<Floats> of_vectors[channels];

  HWY_INLINE explicit Spread(hn::Vec<Floats> numbers) {
    if constexpr (channels == 1) {
      of_vectors[0] = numbers;
    } else if constexpr (channels == 2) {
      of_vectors[0] = hn::InterleaveLower(numbers, numbers);
      of_vectors[1] = hn::InterleaveUpper(Floats(), numbers, numbers);
    } else {
      of_vectors[0] = hn::Broadcast<0>(numbers);
      of_vectors[1] = hn::Broadcast<1>(numbers);
      of_vectors[2] = hn::Broadcast<2>(numbers);
      of_vectors[3] = hn::Broadcast<3>(numbers);
    }
  }
};

/// Weights as floats or doubles.
template <class Lanes, int channels>
struct SpreadWeights {
  Lanes of_vectors[channels];

  HWY_INLINE explicit SpreadWeights(hn::Vec<Ints> weights) {
    const Spread<channels> spread(hn::ConvertTo(Floats(), weights));
    for (int number = 0; number < channels; ++number) {
      widen(spread.of_vectors[number], of_vectors[number]);
    }
  }
};

/// Four doubles are stored in memory, because a load can repeat a number at no cost.
template <>
struct SpreadWeights<Doubles, 4> {
  Doubles of_vectors[4];

  HWY_INLINE explicit SpreadWeights(hn::Vec<Ints> weights) {
    alignas(32) double numbers[4];
#if HWY_MAX_BYTES >= 32
    hn::Store(hn::PromoteTo(DoublePart(), weights), DoublePart(), numbers);
#else
    hn::Store(hn::PromoteTo(DoublePart(), hn::LowerHalf(weights)), DoublePart(), numbers);
    hn::Store(hn::PromoteTo(DoublePart(), hn::UpperHalf(hn::Full64<std::int32_t>(), weights)), DoublePart(),
              numbers + 2);
#endif
    for (int number = 0; number < 4; ++number) {
      of_vectors[number] = all(numbers[number]);
    }
  }
};

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace texelscope::gpu::cpu::texture_unit
HWY_AFTER_NAMESPACE();

#endif
