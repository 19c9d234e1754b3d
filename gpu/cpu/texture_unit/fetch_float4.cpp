#include "gpu/cpu/texture_unit/fetch_float4.h"

#ifdef __SSE2__
#include <emmintrin.h>

#include <array>

#include "gpu/cpu/texture_unit/fetch.h"

namespace texelscope::gpu::cpu::texture_unit {
namespace {

using kernels::Float4;
using kernels::HostTexture;

/// What float_sum.h does with integers, two channels at a time in doubles, where every step is exact up to the last.
/// With q the block's step and w the weights, Σ w · texel is a multiple of q below 2^36 q.
class PairSum {
 public:
  /// `block` holds 2^E of each channel's block; 0 where all texels are 0.
  explicit PairSum(__m128d block)
      : step_{_mm_mul_pd(block, _mm_set1_pd(0x1p-27))}, magic_{_mm_mul_pd(block, _mm_set1_pd(0x1p25))} {}

  void add(__m128d magnitude, __m128d sign, __m128d weight) {
    // Adding 2^52 steps rounds to a step, to the nearest; one step less where that went up truncates.
    const __m128d nearest = _mm_sub_pd(_mm_add_pd(magnitude, magic_), magic_);
    const __m128d excess = _mm_and_pd(_mm_cmpgt_pd(nearest, magnitude), step_);
    const __m128d truncated = _mm_sub_pd(nearest, excess);
    sum_ = _mm_add_pd(sum_, _mm_mul_pd(_mm_xor_pd(truncated, sign), weight));
  }

  /// The sum over 256, rounded half away from zero. The conversion rounds ties to even: a quarter of a step more turns
  /// them upwards. Below 2^24 steps the sum is a float already and stays as it is.
  [[nodiscard]] __m128 rounded() const {
    const __m128d sign = _mm_and_pd(sum_, _mm_set1_pd(-0.0));
    const __m128d magnitude = _mm_andnot_pd(_mm_set1_pd(-0.0), sum_);
    const __m128d is_long = _mm_cmpge_pd(magnitude, _mm_mul_pd(step_, _mm_set1_pd(0x1p24)));
    const __m128d nudge = _mm_and_pd(is_long, _mm_mul_pd(step_, _mm_set1_pd(0.25)));
    const __m128d value = _mm_mul_pd(_mm_add_pd(magnitude, nudge), _mm_set1_pd(0x1p-8));
    return _mm_cvtpd_ps(_mm_or_pd(value, sign));
  }

  [[nodiscard]] __m128d is_zero() const { return _mm_cmpeq_pd(sum_, _mm_setzero_pd()); }

 private:
  __m128d step_;
  __m128d magic_;
  __m128d sum_ = _mm_setzero_pd();
};

}  // namespace

Float4 fetch_linear_float4(const HostTexture& handle, float x, float y, float z) {
  const auto& texture = static_cast<const BoundTexture&>(handle);
  const Axis& columns = texture.axes[0];
  const Axis& rows = texture.axes[1];
  const std::int64_t fx = linear_position(columns, fixed_point(columns, x));
  const std::int64_t fy = linear_position(rows, fixed_point(rows, y));
  const int a = static_cast<int>(fx & 255);
  const int b = static_cast<int>(fy & 255);
  // Beyond a fraction of 0 the left or upper texel stands in: it counts nothing twice, for its weight there is 0.
  const std::int64_t left = address(columns, fx >> 8);
  const std::int64_t right = a != 0 ? address(columns, (fx >> 8) + 1) : left;
  const std::int64_t upper = address(rows, fy >> 8);
  const std::int64_t lower = b != 0 ? address(rows, (fy >> 8) + 1) : upper;
  const auto load = [&](std::int64_t ix, std::int64_t iy) {
    return _mm_loadu_ps(reinterpret_cast<const float*>(texel_at(texture, ix, iy, 0)));
  };
  const __m128 texels[4] = {load(left, upper), load(right, upper), load(left, lower), load(right, lower)};
  const std::array<int, 4> weights = slice_weights(256, a, b);

  const __m128 sign_bit = _mm_set1_ps(-0.0F);
  const __m128 infinity = _mm_set1_ps(std::numeric_limits<float>::infinity());
  const __m128 smallest = _mm_set1_ps(std::numeric_limits<float>::min());
  __m128 magnitudes[4];
  __m128 is_finite = _mm_cmpeq_ps(_mm_setzero_ps(), _mm_setzero_ps());
  __m128 all_negative_zero = sign_bit;
  __m128 largest = _mm_setzero_ps();
  for (int k = 0; k < 4; ++k) {
    const __m128 magnitude = _mm_andnot_ps(sign_bit, texels[k]);
    is_finite = _mm_and_ps(is_finite, _mm_cmplt_ps(magnitude, infinity));
    const __m128 is_normal = _mm_cmpge_ps(magnitude, smallest);
    magnitudes[k] = _mm_and_ps(magnitude, is_normal);
    if (weights[static_cast<std::size_t>(k)] != 0) {
      largest = _mm_max_ps(largest, magnitudes[k]);
    }
    all_negative_zero = _mm_and_ps(all_negative_zero, _mm_andnot_ps(is_normal, texels[k]));
  }
  if (_mm_movemask_ps(is_finite) != 15) {
    return fetch_linear<Float32Reader, 2>(handle, x, y, z);
  }

  const __m128 block = _mm_and_ps(largest, infinity);
  PairSum low{_mm_cvtps_pd(block)};
  PairSum high{_mm_cvtps_pd(_mm_movehl_ps(block, block))};
  for (int k = 0; k < 4; ++k) {
    const __m128d weight = _mm_set1_pd(static_cast<double>(weights[static_cast<std::size_t>(k)]));
    // The sign bits of floats, moved to where doubles have theirs.
    const __m128 sign = _mm_and_ps(texels[k], sign_bit);
    const __m128 magnitude = magnitudes[k];
    low.add(_mm_cvtps_pd(magnitude), _mm_castps_pd(_mm_unpacklo_ps(_mm_setzero_ps(), sign)), weight);
    high.add(_mm_cvtps_pd(_mm_movehl_ps(magnitude, magnitude)), _mm_castps_pd(_mm_unpackhi_ps(_mm_setzero_ps(), sign)),
             weight);
  }
  const __m128 rounded = _mm_movelh_ps(low.rounded(), high.rounded());
  const __m128 magnitude = _mm_andnot_ps(sign_bit, rounded);
  const __m128 flushed =
      _mm_or_ps(_mm_and_ps(magnitude, _mm_cmpge_ps(magnitude, smallest)), _mm_and_ps(rounded, sign_bit));
  // A sum of exactly zero takes its sign from the texels, not from the order of the additions.
  const __m128 is_zero =
      _mm_shuffle_ps(_mm_castpd_ps(low.is_zero()), _mm_castpd_ps(high.is_zero()), _MM_SHUFFLE(2, 0, 2, 0));
  Float4 result;
  _mm_store_ps(&result.x, _mm_or_ps(_mm_andnot_ps(is_zero, flushed), _mm_and_ps(is_zero, all_negative_zero)));
  return result;
}

}  // namespace texelscope::gpu::cpu::texture_unit
#endif
