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

/// Copies of the texels of a slice that are not neighbors in memory.
template <std::int64_t texel_bytes>
struct CopiedRows {
  alignas(16) std::byte texels[4][texel_bytes];
};

/// The texels of a linear fetch with any modes, as add_linear() in footprint.h finds them. If a fraction is 0, the left
/// or upper texel takes the place of its neighbor, with a weight of 0.
template <int rank, std::int64_t texel_bytes>
HWY_INLINE Cell<rank> copy_cell(const BoundTexture& texture, const BoundLevel& level, float x, float y, float z,
                                CopiedRows<texel_bytes> (&copies)[rank == 3 ? 2 : 1]) {
  std::int64_t indices[3][2] = {};
  int fractions[3] = {};
  const float coordinates[3] = {x, rank >= 2 ? y : 0.0F, z};
  for (std::size_t axis = 0; axis < (rank == 3 ? 3 : 2); ++axis) {
    const Axis& along = level.axes[axis];
    const std::int64_t position = linear_position(along, fixed_point(along, coordinates[axis]));
    fractions[axis] = static_cast<int>(position & 255);
    indices[axis][0] = address(along, position >> 8);
    indices[axis][1] = fractions[axis] != 0 ? address(along, (position >> 8) + 1) : indices[axis][0];
  }
  Cell<rank> cell;
  cell.is_found = true;
  for (int k = 0; k < (rank == 3 ? 2 : 1); ++k) {
    for (int texel = 0; texel < 4; ++texel) {
      std::memcpy(copies[k].texels[texel],
                  texel_at(texture, level, indices[0][texel & 1], indices[1][texel >> 1], indices[2][k]), texel_bytes);
    }
    Rows& rows = cell.slices[k];
    rows.upper = copies[k].texels[0];
    rows.lower = copies[k].texels[2];
    set_weights(rows, k == 0 ? 256 - fractions[2] : fractions[2], fractions[0], fractions[1]);
  }
  return cell;
}

/// Handles special cases with the general functions. Returns a vector, because a Float4 that is returned by one of two
/// calls would be returned through memory.
template <class Reader, int rank>
HWY_NOINLINE hn::Vec<Floats> sample_generally(const HostTexture& handle, float x, float y, float z) {
  const Float4 result = fetch_linear<Reader, rank>(handle, x, y, z);
  return hn::LoadU(Floats(), &result.x);
}

template <class Texels, int num_rows, int rank>
HWY_INLINE hn::Vec<Floats> sum_of_cell(const Cell<rank>& cell, const HostTexture& handle, float x, float y, float z) {
  hn::Vec<Floats> result;
  bool is_ordinary = true;
  const auto near = Texels::template sum<num_rows>(cell.slices[0]);
  if constexpr (rank < 3) {
    result = Texels::finish(near);
    is_ordinary = Texels::is_ordinary(result, near);
  } else {
    const auto far = Texels::template sum<num_rows>(cell.slices[1]);
    result = Texels::finish(near, far);
    is_ordinary = Texels::is_ordinary(result, near, far);
  }
  if (!is_ordinary) [[unlikely]] {
    result = sample_generally<typename Texels::Reader, rank>(handle, x, y, z);
  }
  return result;
}

/// Any modes and positions.
template <class Texels, int rank>
HWY_NOINLINE hn::Vec<Floats> sum_anywhere(const HostTexture& handle, float x, float y, float z) {
  const auto& texture = static_cast<const BoundTexture&>(handle);
  CopiedRows<Texels::texel_bytes> copies[rank == 3 ? 2 : 1];
  return sum_of_cell<Texels, 2>(copy_cell<rank>(texture, texture, x, y, z, copies), handle, x, y, z);
}

template <class Texels, int rank>
Float4 sample_anywhere(const HostTexture& handle, float x, float y, float z) {
  return as_float4<Texels::channels>(sum_anywhere<Texels, rank>(handle, x, y, z));
}

/// Textures whose axes have the form of a FastAxis; `is_clamped` if all are in clamp mode.
template <class Texels, int rank, bool is_clamped>
Float4 sample_linear(const HostTexture& handle, float x, float y, float z) {
  const auto& texture = static_cast<const BoundTexture&>(handle);
  const Cell<rank> cell = find_cell<rank, is_clamped>(texture, Texels::texel_bytes, x, y, z);
  const auto result = cell.is_found                      ? sum_of_cell < Texels,
             rank == 1 ? 1 : 2 > (cell, handle, x, y, z) : sum_anywhere<Texels, rank>(handle, x, y, z);
  return as_float4<Texels::channels>(result);
}

/// The texel that a point fetch reads.
template <int rank, bool is_clamped, std::int64_t texel_bytes>
HWY_INLINE const std::byte* find_texel(const BoundTexture& texture, float x, float y, float z) {
  constexpr auto find = find_position<is_clamped, 0>;
  constexpr AxisPosition none{0, 0, 0, true};
  const AxisPosition column = find(texture.fast_axes[0], x);
  const AxisPosition row = rank >= 2 ? find(texture.fast_axes[1], y) : none;
  const AxisPosition slice = rank == 3 ? find(texture.fast_axes[2], z) : none;
  if (!is_clamped && !(column.is_found & row.is_found & slice.is_found)) [[unlikely]] {
    return point_texel<rank>(texture, texture, x, y, z);
  }
  const std::byte* const texel = texture.texels + slice.texel * texture.slice_pitch_bytes +
                                 row.texel * texture.row_pitch_bytes + column.texel * texel_bytes;
  if constexpr (rank == 2) {
    hwy::Prefetch(texel + texture.row_pitch_bytes);
  }
  return texel;
}

template <class Texels, int rank, bool is_clamped>
Float4 sample_point(const HostTexture& handle, float x, float y, float z) {
  return Texels::read(
      find_texel<rank, is_clamped, Texels::texel_bytes>(static_cast<const BoundTexture&>(handle), x, y, z));
}

template <class Texels, int rank>
Float4 sample_point_anywhere(const HostTexture& handle, float x, float y, float z) {
  const auto& texture = static_cast<const BoundTexture&>(handle);
  return Texels::read(point_texel<rank>(texture, texture, x, y, z));
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace texelscope::gpu::cpu::texture_unit
HWY_AFTER_NAMESPACE();

#endif
