// Included once for each instruction set (see fast_fetch.cpp).
#if defined(TEXELSCOPE_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_LANES_INL
#undef TEXELSCOPE_LANES_INL
#else
#define TEXELSCOPE_LANES_INL
#endif

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
using Shorts = hn::Full128<std::int16_t>;
using Halves = hn::Full128<std::uint16_t>;
using Longs = hn::Full128<std::uint64_t>;
using Bytes = hn::Full128<std::uint8_t>;

/// Loads up to 8 bytes into the lowest bytes of a vector.
template <std::size_t size>
HWY_INLINE hn::Vec<Longs> load_bytes(const std::byte* from) {
  static_assert(size <= 8);
  std::uint64_t bits = 0;
  std::memcpy(&bits, from, size);
  return hn::ZeroExtendVector(Longs(), hn::Set(hn::Full64<std::uint64_t>(), bits));
}

/// Copies both halves as integers: the compiler would return a vector that is stored to a Float4 through memory.
HWY_INLINE kernels::Float4 as_float4(hn::Vec<Floats> value) {
  const auto pairs = hn::BitCast(Longs(), value);
  const std::uint64_t xy = hn::GetLane(pairs);
  const std::uint64_t zw = hn::GetLane(hn::Shuffle01(pairs));
  kernels::Float4 result;
  std::memcpy(&result.x, &xy, sizeof(xy));
  std::memcpy(&result.z, &zw, sizeof(zw));
  return result;
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace texelscope::gpu::cpu::texture_unit
HWY_AFTER_NAMESPACE();

#endif
