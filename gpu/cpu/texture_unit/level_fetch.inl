// Included once for each instruction set (see fast_fetch.cpp).
#if defined(TEXELSCOPE_LEVEL_FETCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_LEVEL_FETCH_INL
#undef TEXELSCOPE_LEVEL_FETCH_INL
#else
#define TEXELSCOPE_LEVEL_FETCH_INL
#endif

#include <cmath>
#include <limits>

#include "gpu/cpu/texture_unit/lane_fetch.inl"

// Linear fetches with levels, gradients, layers, from cube maps, and with
// anisotropy.
HWY_BEFORE_NAMESPACE();
namespace texelscope::gpu::cpu::texture_unit {
namespace HWY_NAMESPACE {

/// The texels around a position in a slice of a level, with 8 fraction bits, if
/// they are inside; their weights add up to `whole`.
HWY_INLINE bool find_rows(Rows& rows, const BoundLevel& level, std::int64_t texel_bytes, std::int64_t slice,
                          std::int64_t x, std::int64_t y, std::int64_t whole) {
  const auto is_inside = [](const Axis& axis, std::int64_t position) {
    return static_cast<std::uint64_t>(position) < static_cast<std::uint64_t>((axis.extent - 1) * 256);
  };
  if (!(is_inside(level.axes[0], x) && is_inside(level.axes[1], y))) [[unlikely]] {
    return false;
  }
  rows.upper =
      level.texels + slice * level.slice_pitch_bytes + (y >> 8) * level.row_pitch_bytes + (x >> 8) * texel_bytes;
  rows.lower = rows.upper + level.row_pitch_bytes;
  set_weights(rows, whole, x & 255, y & 255);
  return true;
}

/// A coordinate; 0 if it is denormal.
HWY_INLINE float without_denormal(float coordinate) {
  return std::fabs(coordinate) >= std::numeric_limits<float>::min() ? coordinate : 0.0F;
}

/// Finds the texels of one level. `position` is used for cube maps.
template <class Texels, int rank, bool is_cube_map>
HWY_INLINE Cell<rank> find_level(const BoundTexture& texture, const BoundLevel& level,
                                 const kernels::TextureFetch& fetch, const FacePosition& position, std::int64_t whole) {
  if constexpr (is_cube_map) {
    const std::int64_t face = texture.slice_of_layer(fetch.layer) + position.face;
    return find_cell<rank, AxesForm::forward, false>(level, level.texels + face * level.slice_pitch_bytes,
                                                     Texels::texel_bytes, position.s, position.t, 0, whole);
  } else {
    const std::byte* const texels = level.texels + texture.slice_of_layer(fetch.layer) * level.slice_pitch_bytes;
    return find_cell<rank, AxesForm::fast, false>(level, texels, Texels::texel_bytes, fetch.x, fetch.y, fetch.z, whole);
  }
}

/// The sum of the slices of one or two levels. In 3D, two levels of floats are
/// more slices than a sum can have.
template <class Texels, int num_rows, int rank>
HWY_INLINE bool sum_of_levels(const Cell<rank> (&cells)[2], bool has_two_levels, hn::Vec<Floats>& result) {
  const auto finish = [&](const auto&... sums) HWY_ATTR {
    result = Texels::finish(sums...);
    return Texels::is_ordinary(result, sums...);
  };
  const auto sum = [&](int level, int slice)
                       HWY_ATTR { return Texels::template sum<num_rows>(cells[level].slices[slice]); };
  if constexpr (rank == 3) {
    if (!has_two_levels) {
      return finish(sum(0, 0), sum(0, 1));
    }
    if constexpr (Texels::is_integer) {
      return finish(hn::Add(sum(0, 0), sum(0, 1)), hn::Add(sum(1, 0), sum(1, 1)));
    } else {
      typename Texels::Running of_levels;
      for (int level = 0; level < 2; ++level) {
        const typename Texels::Sum slices[2] = {sum(level, 0), sum(level, 1)};
        of_levels.add_group(slices, 2, 256);
      }
      result = of_levels.rounded();
      return of_levels.is_ordinary(result);
    }
  } else {
    return has_two_levels ? finish(sum(0, 0), sum(1, 0)) : finish(sum(0, 0));
  }
}

template <class Texels>
HWY_NOINLINE hn::Vec<Floats> fetch_levels_generally(const BoundTexture& texture, const kernels::TextureFetch& fetch) {
  return sum_of_footprint<Texels>(texture, make_footprint(texture, fetch));
}

/// The texels of one sample of an anisotropic fetch, or copies of them.
template <bool is_cube_map, std::int64_t texel_bytes>
HWY_INLINE Rows rows_of_sample(const BoundTexture& texture, const BoundLevel& level, const FacePoint& center,
                               const AxisSample& sample, CopiedSlice<texel_bytes>& copies) {
  FacePoint at = center;
  at.x += sample.x;
  at.y += sample.y;
  Rows rows;
  if (!find_rows(rows, level, texel_bytes, at.first_face + at.face, at.x, at.y, sample.weight)) {
    Slice slice;
    if constexpr (is_cube_map) {
      add_face_sample(slice, texture, level, at, sample.weight);
    } else {
      add_sample(slice, texture, level, at.x, at.y, at.first_face, sample.weight);
    }
    rows = copies.copy(slice);
  }
  return rows;
}

/// An anisotropic fetch. Samples without weight are not read, but have their
/// place in a group.
template <class Texels, bool is_cube_map>
HWY_NOINLINE hn::Vec<Floats> sum_of_samples(const BoundTexture& texture, const kernels::TextureFetch& fetch) {
  constexpr int group_size = slices_in_group(Texels::texel_bytes);
  const AnisotropicSamples& samples = anisotropic_samples(texture, fetch);
  typename Texels::Running sum;
  for (int index = 0; index < samples.num_levels(); ++index) {
    const BoundLevel& level = texture.level(samples.levels.first + index);
    const LevelSamples& of_level = samples.of_level[static_cast<std::size_t>(index)];
    const FacePoint center = center_of(texture, level, fetch);
    for (int from = 0; from < of_level.count; from += group_size) {
      typename Texels::Sum group[largest_group];
      int count = 0;
      for (int k = from; k < std::min(from + group_size, of_level.count); ++k) {
        const AxisSample& sample = of_level.samples[static_cast<std::size_t>(k)];
        if (sample.weight != 0) {
          CopiedSlice<Texels::texel_bytes> copies;
          group[count++] = Texels::template sum<2>(rows_of_sample<is_cube_map>(texture, level, center, sample, copies));
        }
      }
      sum.add_group(group, count, of_level.unit);
    }
  }
  const auto result = sum.rounded();
  if (!sum.is_ordinary(result)) [[unlikely]] {
    const Float4 general = fetch_any<typename Texels::Reader>(texture, fetch);
    return hn::LoadU(Floats(), &general.x);
  }
  return result;
}

/// Any fetch from a texture with a linear filter whose levels all have the form
/// of a FastAxis.
template <class Texels, int rank, bool is_cube_map>
Float4 fetch_levels(const HostTexture& handle, const kernels::TextureFetch& fetch) {
  using kernels::TextureOperation;
  const auto& texture = static_cast<const BoundTexture&>(handle);
  if (fetch.operation == TextureOperation::gather || fetch.operation == TextureOperation::element) [[unlikely]] {
    return fetch_any<typename Texels::Reader>(handle, fetch);
  }
  hn::Vec<Floats> result;
  if (rank == 2 && is_anisotropic(texture, fetch)) {
    result = sum_of_samples<Texels, is_cube_map>(texture, fetch);
  } else {
    const LevelOfDetail requested =
        fetch.operation == TextureOperation::sample_level ? fixed_level(fetch.level) : requested_level(texture, fetch);
    const LevelPair levels = selected_levels(texture, fetch, requested);
    FacePosition position;
    if constexpr (is_cube_map) {
      position = face_position(fetch.x, fetch.y, fetch.z);
      position.s = without_denormal(position.s);
      position.t = without_denormal(position.t);
    }
    const auto find = [&](int index, int whole) HWY_ATTR {
      return find_level<Texels, rank, is_cube_map>(texture, texture.level(index), fetch, position, whole);
    };
    const bool has_two_levels = levels.weight != 0;
    Cell<rank> cells[2] = {find(levels.first, 256 - levels.weight), {}};
    if (has_two_levels) {
      cells[1] = find(levels.first + 1, levels.weight);
    }
    constexpr int num_rows = rank == 1 ? 1 : 2;
    const bool is_found = cells[0].is_found && (!has_two_levels || cells[1].is_found);
    if (!(is_found && sum_of_levels<Texels, num_rows>(cells, has_two_levels, result))) [[unlikely]] {
      result = fetch_levels_generally<Texels>(texture, fetch);
    }
  }
  return as_float4<Texels::channels>(result);
}

/// TextureOperation::sample of a texture for which there is no sample_linear().
template <class Texels, int rank, bool is_cube_map>
Float4 sample_levels(const HostTexture& handle, float x, float y, float z) {
  kernels::TextureFetch fetch;
  fetch.x = x;
  fetch.y = y;
  fetch.z = z;
  return fetch_levels<Texels, rank, is_cube_map>(handle, fetch);
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace texelscope::gpu::cpu::texture_unit
HWY_AFTER_NAMESPACE();

#endif
