// Included once for each instruction set (see fast_fetch.cpp).
#if defined(TEXELSCOPE_CLAMPED_POSITION_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_CLAMPED_POSITION_INL
#undef TEXELSCOPE_CLAMPED_POSITION_INL
#else
#define TEXELSCOPE_CLAMPED_POSITION_INL
#endif

#include "gpu/cpu/texture_unit/bound_texture.h"
#include "gpu/cpu/texture_unit/lanes.inl"
#include "hwy/cache_control.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::gpu::cpu::texture_unit {
namespace HWY_NAMESPACE {

/// The texels that a linear fetch reads along an axis: texels `left` and left + 1, the right one with the weight
/// fraction / 256; 0 ≤ fraction ≤ 256.
struct ClampedPosition {
  std::int64_t left;
  std::int64_t fraction;
};

/// Truncates toward zero; values beyond 32 bits, and NaN, become an integer that is negative or 2^31 − 1.
HWY_INLINE std::uint32_t truncated(float value) {
#if HWY_ARCH_X86
  // The C++ conversion is undefined for these values, and ConvertTo does more than is needed here.
  return static_cast<std::uint32_t>(_mm_cvttss_si32(_mm_set_ss(value)));
#else
  return static_cast<std::uint32_t>(hn::GetLane(hn::ConvertTo(Ints(), hn::Set(Floats(), value))));
#endif
}

HWY_INLINE ClampedPosition find_position(const ClampedAxis& axis, float coordinate) {
  const float scaled = coordinate * axis.scale;
  const std::uint32_t index = truncated(scaled) - axis.lowest;
  if (index >= axis.count) [[unlikely]] {
    // False for NaN, which counts as 0.
    const bool is_beyond = scaled > axis.inside;
    return {is_beyond ? axis.last_left : 0, is_beyond ? 256 : 0};
  }
  const std::uint64_t position = static_cast<std::uint64_t>(std::int64_t{index} * axis.multiplier - axis.offset) >> 32;
  return {static_cast<std::int64_t>(position >> 8), static_cast<std::int64_t>(position & 255)};
}

/// The four texels of a 2D fetch, given by the upper left one, and the fractions.
struct Corner {
  const std::byte* texel;
  std::int64_t a;
  std::int64_t b;
};

HWY_INLINE Corner find_corner(const BoundTexture& texture, std::int64_t texel_bytes, float x, float y) {
  const auto [left, a] = find_position(texture.clamped[0], x);
  const auto [top, b] = find_position(texture.clamped[1], y);
  const std::byte* const texel = texture.texels + top * texture.row_pitch_bytes + left * texel_bytes;
  hwy::Prefetch(texel + 2 * texture.row_pitch_bytes);
  return {texel, a, b};
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace texelscope::gpu::cpu::texture_unit
HWY_AFTER_NAMESPACE();

#endif
