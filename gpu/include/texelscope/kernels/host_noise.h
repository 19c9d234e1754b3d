#pragma once

#include <emmintrin.h>

#include <cstdint>

#include "texelscope/kernels/interpolation.h"
#include "texelscope/kernels/vector.h"

/// The steps of value_noise(), four at a time, for the CPU device: scenes fill volumes and cube maps with it.
namespace texelscope::kernels::detail {

/// hash() of the first and the third of four numbers; the others are undefined.
inline __m128i hash_of_two(__m128i value) {
  // A product of two 32-bit numbers occupies two lanes.
  value = _mm_mul_epu32(_mm_xor_si128(value, _mm_srli_epi32(value, 16)), _mm_set1_epi32(-0x7A143595));
  value = _mm_mul_epu32(_mm_xor_si128(value, _mm_srli_epi32(value, 13)), _mm_set1_epi32(-0x3D4D51CB));
  return _mm_xor_si128(value, _mm_srli_epi32(value, 16));
}

/// Whether host_noise() supports the position: |coordinates| < 2^31.
inline bool has_host_noise(Float2 position) {
  const __m128 sign = _mm_set1_ps(-0.0F);
  const __m128 size = _mm_andnot_ps(sign, _mm_setr_ps(position.x, position.y, 0, 0));
  return _mm_movemask_ps(_mm_cmplt_ps(size, _mm_set1_ps(0x1p31F))) == 0xF;
}

inline float host_noise(Float2 position, std::uint32_t seed) {
  const __m128 place = _mm_setr_ps(position.x, position.y, 0, 0);
  const __m128i truncated = _mm_cvttps_epi32(place);
  const __m128 whole = _mm_cvtepi32_ps(truncated);
  // All bits set, i.e., −1, where the floor is one less.
  const __m128 is_below = _mm_cmpgt_ps(whole, place);
  const __m128i cell = _mm_add_epi32(truncated, _mm_castps_si128(is_below));
  const __m128 t = _mm_sub_ps(place, _mm_sub_ps(whole, _mm_and_ps(is_below, _mm_set1_ps(1))));
  const __m128 blend = _mm_mul_ps(_mm_mul_ps(t, t), _mm_sub_ps(_mm_set1_ps(3), _mm_mul_ps(_mm_set1_ps(2), t)));

  // The left column is in the first lane, the right column in the third.
  const __m128i columns = _mm_add_epi32(_mm_shuffle_epi32(cell, 0x00), _mm_setr_epi32(-0x61C88647, 0, -0x61C88646, 0));
  const __m128i row = _mm_shuffle_epi32(cell, 0x55);
  const __m128i seeds = _mm_set1_epi32(static_cast<std::int32_t>(seed));
  const __m128i drawn = hash_of_two(columns);
  const __m128i next_row = _mm_add_epi32(row, _mm_set1_epi32(1));
  const __m128i upper = hash_of_two(_mm_add_epi32(hash_of_two(_mm_add_epi32(drawn, row)), seeds));
  const __m128i lower = hash_of_two(_mm_add_epi32(hash_of_two(_mm_add_epi32(drawn, next_row)), seeds));

  // From here on, the upper row is in the first two lanes, the lower row in the others.
  const auto as_float = [](__m128i bits) { return _mm_castsi128_ps(bits); };
  const auto unit_floats = [](__m128 bits) {
    return _mm_mul_ps(_mm_cvtepi32_ps(_mm_srli_epi32(_mm_castps_si128(bits), 8)), _mm_set1_ps(0x1p-24F));
  };
  const __m128 left = unit_floats(_mm_shuffle_ps(as_float(upper), as_float(lower), 0x00));
  const __m128 right = unit_floats(_mm_shuffle_ps(as_float(upper), as_float(lower), 0xAA));
  const __m128 rows = _mm_add_ps(left, _mm_mul_ps(_mm_sub_ps(right, left), _mm_shuffle_ps(blend, blend, 0x00)));
  return mix(_mm_cvtss_f32(rows), _mm_cvtss_f32(_mm_shuffle_ps(rows, rows, 0xAA)),
             _mm_cvtss_f32(_mm_shuffle_ps(blend, blend, 0x55)));
}

}  // namespace texelscope::kernels::detail
