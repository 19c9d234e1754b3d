#include "gpu/cpu/texture_unit/fetch_rgba8.h"

#include <bit>
#include <cstdint>
#include <cstring>

#include "gpu/cpu/texture_unit/bound_texture.h"
#include "gpu/cpu/texture_unit/coordinate.h"
#include "gpu/cpu/texture_unit/weights.h"

#ifdef __SSE2__
#include <emmintrin.h>
#else
#include "gpu/cpu/texture_unit/integer_sum.h"
#endif

namespace texelscope::gpu::cpu::texture_unit {
namespace {

using kernels::Float4;
using kernels::HostTexture;

/// A texel's four channels, red in the low byte.
std::uint32_t load(const std::byte* texel) {
  std::uint32_t value = 0;
  std::memcpy(&value, texel, 4);
  return value;
}

#ifdef __SSE2__

/// 32-bit integers divided by a constant, each correctly rounded.
Float4 divide(__m128i values, float divisor) {
  Float4 result;
  _mm_store_ps(&result.x, _mm_div_ps(_mm_cvtepi32_ps(values), _mm_set1_ps(divisor)));
  return result;
}

/// Channels of two texels as eight 16-bit numbers.
__m128i widen(std::uint32_t left, std::uint32_t right) {
  const __m128i both =
      _mm_unpacklo_epi32(_mm_cvtsi32_si128(static_cast<int>(left)), _mm_cvtsi32_si128(static_cast<int>(right)));
  return _mm_unpacklo_epi8(both, _mm_setzero_si128());
}

/// The left weight four times, then the right one.
__m128i spread(int left, int right) {
  const __m128i both = _mm_cvtsi32_si128(left | (right << 16));
  const __m128i pairs = _mm_unpacklo_epi16(both, both);
  return _mm_unpacklo_epi32(pairs, pairs);
}

/// Sums of 8-bit texels with weights that sum up to 256 fit 16 unsigned bits, and so does all that follows.
Float4 blend(const std::array<std::uint32_t, 4>& texels, const std::array<int, 4>& weights) {
  const __m128i upper = _mm_mullo_epi16(widen(texels[0], texels[1]), spread(weights[0], weights[1]));
  const __m128i lower = _mm_mullo_epi16(widen(texels[2], texels[3]), spread(weights[2], weights[3]));
  const __m128i columns = _mm_add_epi16(upper, lower);
  const __m128i sum = _mm_add_epi16(columns, _mm_srli_si128(columns, 8));
  const __m128i repeated = _mm_srli_epi16(_mm_add_epi16(sum, _mm_set1_epi16(128)), 8);
  return divide(_mm_unpacklo_epi16(_mm_add_epi16(sum, repeated), _mm_setzero_si128()), 65535.0F);
}

Float4 read(std::uint32_t texel) { return divide(_mm_unpacklo_epi16(widen(texel, 0), _mm_setzero_si128()), 255.0F); }

#else

Float4 blend(const std::array<std::uint32_t, 4>& texels, const std::array<int, 4>& weights) {
  float channels[4];
  for (unsigned shift = 0; shift < 32; shift += 8) {
    std::int32_t sum = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      sum += weights[k] * static_cast<std::int32_t>((texels[k] >> shift) & 255);
    }
    channels[shift / 8] = static_cast<float>(to_16_bits<std::uint8_t>(sum)) / 65535.0F;
  }
  return {channels[0], channels[1], channels[2], channels[3]};
}

Float4 read(std::uint32_t texel) {
  const auto channel = [texel](unsigned shift) { return static_cast<float>((texel >> shift) & 255) / 255.0F; };
  return {channel(0), channel(8), channel(16), channel(24)};
}

#endif

}  // namespace

template <bool is_clamped>
Float4 fetch_linear_rgba8(const HostTexture& handle, float x, float y, float /*z*/) {
  const auto& texture = static_cast<const BoundTexture&>(handle);
  const Axis& columns = texture.axes[0];
  const Axis& rows = texture.axes[1];
  const std::int64_t fx = linear_position<is_clamped>(columns, fixed_point<is_clamped>(columns, x));
  const std::int64_t fy = linear_position<is_clamped>(rows, fixed_point<is_clamped>(rows, y));
  std::int64_t left = fx >> 8;
  std::int64_t right = left + 1;
  std::int64_t upper = fy >> 8;
  std::int64_t lower = upper + 1;
  std::array<std::uint32_t, 4> texels;
  if constexpr (is_clamped) {
    // A clamped position lies in the texture, and at its end the right neighbour has weight 0.
    right = right < columns.extent ? right : left;
    lower = lower < rows.extent ? lower : upper;
    const std::byte* const upper_row = texture.texels + upper * texture.row_pitch_bytes;
    const std::byte* const lower_row = texture.texels + lower * texture.row_pitch_bytes;
    texels = {load(upper_row + 4 * left), load(upper_row + 4 * right), load(lower_row + 4 * left),
              load(lower_row + 4 * right)};
  } else {
    left = address(columns, left);
    right = address(columns, right);
    upper = address(rows, upper);
    lower = address(rows, lower);
    texels = {load(texel_at(texture, left, upper, 0)), load(texel_at(texture, right, upper, 0)),
              load(texel_at(texture, left, lower, 0)), load(texel_at(texture, right, lower, 0))};
  }
  return blend(texels, slice_weights(256, static_cast<int>(fx & 255), static_cast<int>(fy & 255)));
}

template <bool is_clamped>
Float4 fetch_point_rgba8(const HostTexture& handle, float x, float y, float /*z*/) {
  const auto& texture = static_cast<const BoundTexture&>(handle);
  const Axis& columns = texture.axes[0];
  const Axis& rows = texture.axes[1];
  const std::int64_t ix = address(columns, point_position(columns, fixed_point<is_clamped>(columns, x)));
  const std::int64_t iy = address(rows, point_position(rows, fixed_point<is_clamped>(rows, y)));
  if constexpr (is_clamped) {
    return read(load(texture.texels + iy * texture.row_pitch_bytes + 4 * ix));
  } else {
    return read(load(texel_at(texture, ix, iy, 0)));
  }
}

template Float4 fetch_linear_rgba8<false>(const HostTexture&, float, float, float);
template Float4 fetch_linear_rgba8<true>(const HostTexture&, float, float, float);
template Float4 fetch_point_rgba8<false>(const HostTexture&, float, float, float);
template Float4 fetch_point_rgba8<true>(const HostTexture&, float, float, float);

}  // namespace texelscope::gpu::cpu::texture_unit
