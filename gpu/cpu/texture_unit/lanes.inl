// Included once for each instruction set (see fast_fetch.cpp).
#if defined(TEXELSCOPE_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_LANES_INL
#undef TEXELSCOPE_LANES_INL
#else
#define TEXELSCOPE_LANES_INL
#endif

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "hwy/highway.h"
#include "texelscope/kernels/vector.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::gpu::cpu::texture_unit {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// A texel's channels are the lanes of a vector; missing ones are 0.
using Floats = hn::Full128<float>;
using Ints = hn::Full128<std::int32_t>;
using Words = hn::Full128<std::uint32_t>;
using Shorts = hn::Full128<std::int16_t>;
using Halves = hn::Full128<std::uint16_t>;
using Longs = hn::Full128<std::uint64_t>;
using Bytes = hn::Full128<std::uint8_t>;

/// An integer in all lanes. Written as a float, because g++ moves integers from a general register into each vector.
HWY_INLINE hn::Vec<Words> all_words(std::uint32_t value) {
  return hn::BitCast(Words(), hn::Set(Floats(), std::bit_cast<float>(value)));
}

/// The sign bit of each lane, the first one in the lowest bit.
HWY_INLINE unsigned sign_bits(hn::Vec<Words> value) {
#if HWY_ARCH_X86
  // Highway compares with 0 first.
  return static_cast<unsigned>(_mm_movemask_ps(hn::BitCast(Floats(), value).raw));
#else
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(Ints(), hn::Lt(hn::BitCast(Ints(), value), hn::Zero(Ints())), bits);
  return bits[0];
#endif
}

/// Loads up to 8 bytes into the lowest bytes of a vector.
template <std::size_t size>
HWY_INLINE hn::Vec<Longs> load_bytes(const std::byte* from) {
  static_assert(size <= 8);
  std::uint64_t bits = 0;
  std::memcpy(&bits, from, size);
  return hn::ZeroExtendVector(Longs(), hn::Set(hn::Full64<std::uint64_t>(), bits));
}

/// The first channels of a vector; the others are 0. Copies both halves as integers: the compiler would return a vector
/// that is stored to a Float4 through memory.
template <int channels>
HWY_INLINE kernels::Float4 as_float4(hn::Vec<Floats> value) {
  const auto pairs = hn::BitCast(Longs(), value);
  const std::uint64_t xy = channels == 1 ? hn::GetLane(hn::BitCast(Words(), value)) : hn::GetLane(pairs);
  const std::uint64_t zw = channels == 4 ? hn::GetLane(hn::Shuffle01(pairs)) : 0;
  kernels::Float4 result;
  std::memcpy(&result.x, &xy, sizeof(xy));
  std::memcpy(&result.z, &zw, sizeof(zw));
  return result;
}

/// whole / full_scale, correctly rounded, for integers of up to 16 bits.
template <int full_scale>
HWY_INLINE hn::Vec<Floats> quotient(hn::Vec<Floats> whole) {
#if HWY_NATIVE_FMA
  // The reciprocal in two parts. The quotients of 16-bit integers are further from ties than the error of their sum; a
  // test compares all.
  constexpr float greater = 1.0F / static_cast<float>(full_scale);
  constexpr float lesser = static_cast<float>(1.0 / full_scale - static_cast<double>(greater));
  return hn::MulAdd(whole, hn::Set(Floats(), greater), hn::Mul(whole, hn::Set(Floats(), lesser)));
#else
  return hn::Div(whole, hn::Set(Floats(), static_cast<float>(full_scale)));
#endif
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace texelscope::gpu::cpu::texture_unit
HWY_AFTER_NAMESPACE();

#endif
