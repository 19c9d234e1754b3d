// Included once for each instruction set (see fast_fetch.cpp).
#if defined(TEXELSCOPE_LANE_FETCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_LANE_FETCH_INL
#undef TEXELSCOPE_LANE_FETCH_INL
#else
#define TEXELSCOPE_LANE_FETCH_INL
#endif

#include "gpu/cpu/texture_unit/clamped_position.inl"
#include "gpu/cpu/texture_unit/fetch.h"
#include "gpu/cpu/texture_unit/lane_sum.inl"

HWY_BEFORE_NAMESPACE();
namespace texelscope::gpu::cpu::texture_unit {
namespace HWY_NAMESPACE {

using kernels::Float4;
using kernels::HostTexture;

/// The texels of a 2D fetch in clamp mode; weights as in sample_clamped_rgba8().
HWY_INLINE FourTexels clamped_texels(const BoundTexture& texture, std::int64_t texel_bytes, float x, float y) {
  const auto [texel, a, b] = find_corner(texture, texel_bytes, x, y);
  const std::int64_t t = (a * b + 128) >> 8;
  const std::byte* const lower = texel + texture.row_pitch_bytes;
  return {{texel, texel + texel_bytes, lower, lower + texel_bytes},
          unpacked_weights(static_cast<std::uint64_t>((256 - a - b + t) + ((a - t) << 16) + ((b - t) << 32)) +
                           (static_cast<std::uint64_t>(t) << 48))};
}

/// The texels within a slice of a fetch with any modes, as add_linear() in footprint.h finds them. If a fraction is 0,
/// the left or upper texel takes the place of its neighbor, with a weight of 0.
struct Grid {
  std::int64_t left, right, upper, lower;
  int a, b;
};

HWY_INLINE Grid find_grid(const BoundTexture& texture, float x, float y) {
  const Axis& columns = texture.axes[0];
  const Axis& rows = texture.axes[1];
  const std::int64_t fx = linear_position(columns, fixed_point(columns, x));
  const std::int64_t fy = linear_position(rows, fixed_point(rows, y));
  Grid grid{};
  grid.a = static_cast<int>(fx & 255);
  grid.b = static_cast<int>(fy & 255);
  grid.left = address(columns, fx >> 8);
  grid.right = grid.a != 0 ? address(columns, (fx >> 8) + 1) : grid.left;
  grid.upper = address(rows, fy >> 8);
  grid.lower = grid.b != 0 ? address(rows, (fy >> 8) + 1) : grid.upper;
  return grid;
}

HWY_INLINE FourTexels slice_texels(const BoundTexture& texture, const Grid& grid, std::int64_t z, int whole) {
  const std::array<int, 4> weights = slice_weights(whole, grid.a, grid.b);
  const auto at = [&](std::size_t k) { return static_cast<std::uint64_t>(weights[k]) << (16 * k); };
  return {{texel_at(texture, grid.left, grid.upper, z), texel_at(texture, grid.right, grid.upper, z),
           texel_at(texture, grid.left, grid.lower, z), texel_at(texture, grid.right, grid.lower, z)},
          unpacked_weights(at(0) | at(1) | at(2) | at(3))};
}

/// Applies `of_one` to the slice of a fetch, or `of_two` to its two slices.
template <int rank, class One, class Two>
HWY_INLINE auto with_slices(const BoundTexture& texture, float x, float y, float z, const One& of_one,
                            const Two& of_two) {
  const Grid grid = find_grid(texture, x, y);
  if constexpr (rank < 3) {
    return of_one(slice_texels(texture, grid, 0, 256));
  } else {
    const Axis& slices = texture.axes[2];
    const std::int64_t fz = linear_position(slices, fixed_point(slices, z));
    const int c = static_cast<int>(fz & 255);
    const FourTexels near = slice_texels(texture, grid, address(slices, fz >> 8), 256 - c);
    return c == 0 ? of_one(near) : of_two(near, slice_texels(texture, grid, address(slices, (fz >> 8) + 1), c));
  }
}

/// Handles special cases with the general functions and the `Reader` of texel_format.h.
template <class Reader, int rank>
HWY_NOINLINE hn::Vec<Floats> sample_generally(const HostTexture& handle, float x, float y, float z) {
  const Float4 result = fetch_linear<Reader, rank>(handle, x, y, z);
  return hn::LoadU(Floats(), &result.x);
}

/// Floating-point formats.
template <class Format, class Reader, int rank>
Float4 sample_floats(const HostTexture& handle, float x, float y, float z) {
  bool is_right = false;
  const auto of_one = [&](const FourTexels& texels) HWY_ATTR {
    const SliceSum sum = sum_slice<Format>(texels);
    const auto result = rounded_sum<Format>(sum);
    is_right = is_ordinary<Format>(result, sum);
    return result;
  };
  const auto of_two = [&](const FourTexels& near, const FourTexels& far) HWY_ATTR {
    const SliceSum first = sum_slice<Format>(near);
    const SliceSum second = sum_slice<Format>(far);
    const auto result = rounded_sum<Format>(first, second);
    is_right = is_ordinary<Format>(result, first) && is_ordinary<Format>(result, second);
    return result;
  };
  auto result = with_slices<rank>(static_cast<const BoundTexture&>(handle), x, y, z, of_one, of_two);
  if (!is_right) [[unlikely]] {
    result = sample_generally<Reader, rank>(handle, x, y, z);
  }
  return as_float4(result);
}

template <class Format, class Reader>
Float4 sample_clamped_floats(const HostTexture& handle, float x, float y, float z) {
  const auto& texture = static_cast<const BoundTexture&>(handle);
  const SliceSum sum = sum_slice<Format>(clamped_texels(texture, Format::texel_bytes, x, y));
  hn::Vec<Floats> result = rounded_sum<Format>(sum);
  if (!is_ordinary<Format>(result, sum)) [[unlikely]] {
    result = sample_generally<Reader, 2>(handle, x, y, z);
  }
  return as_float4(result);
}

/// Σ w · texel, an integer less than 2^24.
template <class Integer, int channels>
HWY_INLINE hn::Vec<Floats> sum_integers(const FourTexels& from) {
  const auto weights = hn::ConvertTo(Floats(), from.weights);
  const auto texel = [&](int number) HWY_ATTR { return load_integers<Integer, channels>(from.texels[number]); };
  return hn::Add(hn::MulAdd(texel(0), hn::Broadcast<0>(weights), hn::Mul(texel(1), hn::Broadcast<1>(weights))),
                 hn::MulAdd(texel(2), hn::Broadcast<2>(weights), hn::Mul(texel(3), hn::Broadcast<3>(weights))));
}

/// to_16_bits() and the division (integer_sum.h); every step except the division is exact.
template <class Integer>
HWY_INLINE hn::Vec<Floats> finished(hn::Vec<Floats> sum) {
  const Floats floats;
  const auto floored = [&](hn::Vec<Floats> value, float factor, float more) HWY_ATTR {
    return hn::Floor(hn::Add(hn::Mul(value, hn::Set(floats, factor)), hn::Set(floats, more)));
  };
  constexpr bool is_signed = std::is_signed_v<Integer>;
  hn::Vec<Floats> whole;
  if constexpr (sizeof(Integer) == 2) {
    whole = floored(sum, 0x1p-8F, 0.5F);
  } else if constexpr (is_signed) {
    const auto repeated = hn::Add(floored(sum, 0x1p-4F, 0), floored(sum, 0x1p-12F, 0));
    whole = hn::Min(hn::Add(sum, floored(repeated, 0x1p-3F, 0.5F)), hn::Set(floats, 32767));
  } else {
    whole = hn::Add(sum, floored(sum, 0x1p-8F, 0.5F));
  }
  if constexpr (is_signed) {
    whole = hn::Max(whole, hn::Set(floats, -32767));
  }
  return hn::Div(whole, hn::Set(floats, is_signed ? 32767 : 65535));
}

template <class Integer, int channels, int rank>
Float4 sample_integers(const HostTexture& handle, float x, float y, float z) {
  const auto of_one = [](const FourTexels& texels) HWY_ATTR { return sum_integers<Integer, channels>(texels); };
  const auto of_two = [](const FourTexels& near, const FourTexels& far) HWY_ATTR {
    return hn::Add(sum_integers<Integer, channels>(near), sum_integers<Integer, channels>(far));
  };
  return as_float4(
      finished<Integer>(with_slices<rank>(static_cast<const BoundTexture&>(handle), x, y, z, of_one, of_two)));
}

template <class Integer, int channels>
Float4 sample_clamped_integers(const HostTexture& handle, float x, float y, float /*z*/) {
  const auto& texture = static_cast<const BoundTexture&>(handle);
  const FourTexels texels = clamped_texels(texture, std::int64_t{sizeof(Integer)} * channels, x, y);
  return as_float4(finished<Integer>(sum_integers<Integer, channels>(texels)));
}

/// Color in its own format, alpha as an integer.
HWY_INLINE Float4 finished_srgb(hn::Vec<Floats> color, hn::Vec<Floats> sum) {
  return as_float4(with_alpha(color, finished<std::uint8_t>(sum)));
}

template <int rank>
Float4 sample_srgb(const HostTexture& handle, float x, float y, float z) {
  const auto of_one = [](const FourTexels& texels) HWY_ATTR {
    return finished_srgb(rounded_sum<SrgbCodeLanes>(sum_slice<SrgbCodeLanes>(texels)),
                         sum_integers<std::uint8_t, 4>(texels));
  };
  const auto of_two = [](const FourTexels& near, const FourTexels& far) HWY_ATTR {
    return finished_srgb(rounded_sum<SrgbCodeLanes>(sum_slice<SrgbCodeLanes>(near), sum_slice<SrgbCodeLanes>(far)),
                         hn::Add(sum_integers<std::uint8_t, 4>(near), sum_integers<std::uint8_t, 4>(far)));
  };
  return with_slices<rank>(static_cast<const BoundTexture&>(handle), x, y, z, of_one, of_two);
}

inline Float4 sample_clamped_srgb(const HostTexture& handle, float x, float y, float /*z*/) {
  const FourTexels texels = clamped_texels(static_cast<const BoundTexture&>(handle), 4, x, y);
  return finished_srgb(rounded_sum<SrgbCodeLanes>(sum_slice<SrgbCodeLanes>(texels)),
                       sum_integers<std::uint8_t, 4>(texels));
}

/// `load` reads a texel's channels as floats.
template <hn::Vec<Floats> (*load)(const std::byte*), int rank>
Float4 sample_point(const HostTexture& handle, float x, float y, float z) {
  const auto& texture = static_cast<const BoundTexture&>(handle);
  return as_float4(load(point_texel<rank>(texture, texture, x, y, z)));
}

template <int rank>
Float4 sample_srgb_point(const HostTexture& handle, float x, float y, float z) {
  const auto& texture = static_cast<const BoundTexture&>(handle);
  const std::byte* const texel = point_texel<rank>(texture, texture, x, y, z);
  const SrgbLanes& lanes = srgb_lanes();
  const auto code = [texel](int channel) { return std::to_integer<std::size_t>(texel[channel]); };
  return {lanes.values[code(0)], lanes.values[code(1)], lanes.values[code(2)], lanes.alphas[code(3)]};
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace texelscope::gpu::cpu::texture_unit
HWY_AFTER_NAMESPACE();

#endif
