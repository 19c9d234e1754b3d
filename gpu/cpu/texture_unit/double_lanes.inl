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
HWY_INLINE Doubles divided_by(const Doubles& a, const Doubles& b) {
  return for_each(
      a, [](auto, auto x, auto y) HWY_ATTR { return hn::Div(x, y); }, b);
}
HWY_INLINE Doubles floor_of(const Doubles& a) {
  return for_each(a, [](auto, auto x) HWY_ATTR { return hn::Floor(x); });
}

/// Four numbers, each of which can be repeated in all lanes. They are stored in memory, because a load can repeat a
/// number at no cost.
class Weights {
 public:
  HWY_INLINE explicit Weights(hn::Vec<Ints> weights) {
#if HWY_MAX_BYTES >= 32
    hn::Store(hn::PromoteTo(DoublePart(), weights), DoublePart(), weights_);
#else
    hn::Store(hn::PromoteTo(DoublePart(), hn::LowerHalf(weights)), DoublePart(), weights_);
    hn::Store(hn::PromoteTo(DoublePart(), hn::UpperHalf(hn::Full64<std::int32_t>(), weights)), DoublePart(),
              weights_ + 2);
#endif
  }
  [[nodiscard]] HWY_INLINE Doubles of(int number) const { return all(weights_[number]); }

 private:
  alignas(32) double weights_[4];
};

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace texelscope::gpu::cpu::texture_unit
HWY_AFTER_NAMESPACE();

#endif
