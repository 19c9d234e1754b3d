// Included once for each instruction set (see fast_fetch.cpp).
#if defined(TEXELSCOPE_LANE_FETCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_LANE_FETCH_INL
#undef TEXELSCOPE_LANE_FETCH_INL
#else
#define TEXELSCOPE_LANE_FETCH_INL
#endif

#include "gpu/cpu/texture_unit/fetch.h"
#include "gpu/cpu/texture_unit/integer_lanes.inl"
#include "gpu/cpu/texture_unit/lane_sum.inl"

// `Texels` is IntegerTexels or FloatTexels.
HWY_BEFORE_NAMESPACE();
namespace texelscope::gpu::cpu::texture_unit {
namespace HWY_NAMESPACE {

using kernels::Float4;
using kernels::HostTexture;

/// Copies of a slice's texels, which are not neighbors in memory.
template <std::int64_t texel_bytes>
struct CopiedSlice {
  alignas(16) std::byte texels[4][texel_bytes];

  /// A missing texel has weight 0.
  HWY_INLINE Rows copy(const Slice& slice) {
    std::int64_t weights[4] = {};
    for (int k = 0; k < 4; ++k) {
      const Tap& tap = slice.taps[static_cast<std::size_t>(std::min(k, slice.count - 1))];
      std::memcpy(texels[k], tap.texel, texel_bytes);
      weights[k] = k < slice.count ? tap.weight : 0;
    }
    return {texels[0], texels[2], pair_of_weights(weights[0] + weights[2], weights[1] + weights[3]),
            pair_of_weights(weights[2], weights[3])};
  }
};

/// A footprint that the general functions found. If they must sum it, too, returns a vector as well: a Float4 that is
/// returned by one of two calls would be returned through memory.
template <class Texels>
HWY_INLINE hn::Vec<Floats> sum_of_footprint(const BoundTexture& texture, const Footprint& footprint) {
  CopiedSlice<Texels::texel_bytes> copies[2];
  if (footprint.count <= 2) {
    const auto near = Texels::template sum<2>(copies[0].copy(footprint.slices[0]));
    if (footprint.count == 1) {
      const auto result = Texels::finish(near);
      if (Texels::is_ordinary(result, near)) {
        return result;
      }
    } else {
      const auto far = Texels::template sum<2>(copies[1].copy(footprint.slices[1]));
      const auto result = Texels::finish(near, far);
      if (Texels::is_ordinary(result, near, far)) {
        return result;
      }
    }
  }
  const auto result = gather_channels<Float4>(texture.num_channels,
                                              [&](int channel) { return Texels::Reader::linear(footprint, channel); });
  return hn::LoadU(Floats(), &result.x);
}

// Shared by all formats.
template <int rank>
HWY_NOINLINE void find_anywhere(Footprint& footprint, const BoundTexture& texture, float x, float y, float z) {
  add_linear<rank>(footprint, texture, texture, 256, x, y, z);
}
template <int rank>
HWY_NOINLINE const std::byte* find_texel_anywhere(const BoundTexture& texture, float x, float y, float z) {
  return point_texel<rank>(texture, texture, x, y, z);
}

/// A fetch from level 0 with any modes, positions and texels.
template <class Texels, int rank>
HWY_NOINLINE hn::Vec<Floats> sum_anywhere(const BoundTexture& texture, float x, float y, float z) {
  Footprint footprint;
  find_anywhere<rank>(footprint, texture, x, y, z);
  return sum_of_footprint<Texels>(texture, footprint);
}

template <class Texels, int rank>
Float4 sample_anywhere(const HostTexture& handle, float x, float y, float z) {
  return as_float4<Texels::channels>(sum_anywhere<Texels, rank>(static_cast<const BoundTexture&>(handle), x, y, z));
}

template <class Texels, int rank, AxesForm form>
Float4 sample_linear(const HostTexture& handle, float x, float y, float z) {
  constexpr int num_rows = rank == 1 ? 1 : 2;
  const auto& texture = static_cast<const BoundTexture&>(handle);
  const Cell<rank> cell = find_cell<rank, form>(texture, texture.texels, Texels::texel_bytes, x, y, z);
  hn::Vec<Floats> result;
  bool is_right = cell.is_found;
  if (is_right) [[likely]] {
    const auto near = Texels::template sum<num_rows>(cell.slices[0]);
    if constexpr (rank < 3) {
      result = Texels::finish(near);
      is_right = Texels::is_ordinary(result, near);
    } else {
      const auto far = Texels::template sum<num_rows>(cell.slices[1]);
      result = Texels::finish(near, far);
      is_right = Texels::is_ordinary(result, near, far);
    }
  }
  if (!is_right) [[unlikely]] {
    result = sum_anywhere<Texels, rank>(texture, x, y, z);
  }
  return as_float4<Texels::channels>(result);
}

/// The texel that a point fetch reads.
template <int rank, AxesForm form, std::int64_t texel_bytes>
HWY_INLINE const std::byte* find_texel(const BoundTexture& texture, float x, float y, float z) {
  constexpr auto find = find_position<form, 0>;
  constexpr AxisPosition none{0, 0, 0, true};
  const AxisPosition column = find(texture.fast_axes[0], x);
  const AxisPosition row = rank >= 2 ? find(texture.fast_axes[1], y) : none;
  const AxisPosition slice = rank == 3 ? find(texture.fast_axes[2], z) : none;
  if (form != AxesForm::clamped && !(column.is_found & row.is_found & slice.is_found)) [[unlikely]] {
    return find_texel_anywhere<rank>(texture, x, y, z);
  }
  const std::byte* const texel = texture.texels + slice.texel * texture.slice_pitch_bytes +
                                 row.texel * texture.row_pitch_bytes + column.texel * texel_bytes;
  if constexpr (rank == 2) {
    hwy::Prefetch(texel + texture.row_pitch_bytes);
  }
  return texel;
}

template <class Texels, int rank, AxesForm form>
Float4 sample_point(const HostTexture& handle, float x, float y, float z) {
  return Texels::read(find_texel<rank, form, Texels::texel_bytes>(static_cast<const BoundTexture&>(handle), x, y, z));
}

template <class Texels, int rank>
Float4 sample_point_anywhere(const HostTexture& handle, float x, float y, float z) {
  const auto& texture = static_cast<const BoundTexture&>(handle);
  return Texels::read(find_texel_anywhere<rank>(texture, x, y, z));
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace texelscope::gpu::cpu::texture_unit
HWY_AFTER_NAMESPACE();

#endif
