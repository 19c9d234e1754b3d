// Included once for each instruction set, see fast_fetch.cpp.
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

HWY_INLINE FourTexels slice_texels(const Slice& slice) {
  FourTexels texels{{slice.taps[0].texel, slice.taps[0].texel, slice.taps[0].texel, slice.taps[0].texel}, {}};
  std::uint64_t packed = 0;
  for (int k = 0; k < slice.count; ++k) {
    const Tap& tap = slice.taps[static_cast<std::size_t>(k)];
    texels.texels[k] = tap.texel;
    packed |= static_cast<std::uint64_t>(tap.weight) << (16 * k);
  }
  texels.weights = unpacked_weights(packed);
  return texels;
}

/// Formats of floating point. `Reader` is what texel_format.h has for them, for the fetches that are not ordinary.
template <class Format, class Reader, int rank>
Float4 sample_floats(const HostTexture& handle, float x, float y, float z) {
  const auto& texture = static_cast<const BoundTexture&>(handle);
  const Footprint footprint = make_footprint<rank>(texture, x, y, z);
  const SliceSum first = sum_slice<Format>(slice_texels(footprint.slices[0]));
  auto block = first.block;
  auto signs = first.signs;
  hn::Vec<Floats> result;
  if (footprint.count == 1) {
    result = rounded<Format>(value_of<Format, 0>(first), value_of<Format, 1>(first));
  } else {
    const SliceSum second = sum_slice<Format>(slice_texels(footprint.slices[1]));
    result = rounded<Format>(value_of<Format, 0>(first, second), value_of<Format, 1>(first, second));
    signs = hn::Or(signs, second.signs);
    if (!is_ordinary<Format>(result, signs, second.block)) {
      return fetch_linear<Reader, rank>(handle, x, y, z);
    }
  }
  if (!is_ordinary<Format>(result, signs, block)) [[unlikely]] {
    return fetch_linear<Reader, rank>(handle, x, y, z);
  }
  return as_float4(result);
}

template <class Format, class Reader>
Float4 sample_clamped_floats(const HostTexture& handle, float x, float y, float z) {
  const auto& texture = static_cast<const BoundTexture&>(handle);
  const SliceSum sum = sum_slice<Format>(clamped_texels(texture, Format::texel_bytes, x, y));
  const auto result = rounded<Format>(value_of<Format, 0>(sum), value_of<Format, 1>(sum));
  if (!is_ordinary<Format>(result, sum.signs, sum.block)) [[unlikely]] {
    return fetch_linear<Reader, 2>(handle, x, y, z);
  }
  return as_float4(result);
}

/// Σ w · texel, which is less than 2^24 as a whole number.
template <class Integer, int channels>
HWY_INLINE hn::Vec<Floats> sum_integers(const FourTexels& from, hn::Vec<Floats> sum) {
  sum = hn::MulAdd(load_integers<Integer, channels>(from.texels[0]), hn::Broadcast<0>(from.weights), sum);
  sum = hn::MulAdd(load_integers<Integer, channels>(from.texels[1]), hn::Broadcast<1>(from.weights), sum);
  sum = hn::MulAdd(load_integers<Integer, channels>(from.texels[2]), hn::Broadcast<2>(from.weights), sum);
  return hn::MulAdd(load_integers<Integer, channels>(from.texels[3]), hn::Broadcast<3>(from.weights), sum);
}

/// to_16_bits() and the division (integer_sum.h); all exact but the last.
template <class Integer>
HWY_INLINE Float4 finished(hn::Vec<Floats> sum) {
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
  return as_float4(hn::Div(whole, hn::Set(floats, is_signed ? 32767 : 65535)));
}

template <class Integer, int channels, int rank>
Float4 sample_integers(const HostTexture& handle, float x, float y, float z) {
  const auto& texture = static_cast<const BoundTexture&>(handle);
  const Footprint footprint = make_footprint<rank>(texture, x, y, z);
  auto sum = hn::Zero(Floats());
  for (int k = 0; k < footprint.count; ++k) {
    sum = sum_integers<Integer, channels>(slice_texels(footprint.slices[static_cast<std::size_t>(k)]), sum);
  }
  return finished<Integer>(sum);
}

template <class Integer, int channels>
Float4 sample_clamped_integers(const HostTexture& handle, float x, float y, float /*z*/) {
  const auto& texture = static_cast<const BoundTexture&>(handle);
  const FourTexels texels = clamped_texels(texture, std::int64_t{sizeof(Integer)} * channels, x, y);
  return finished<Integer>(sum_integers<Integer, channels>(texels, hn::Zero(Floats())));
}

/// `load` is a texel's channels as floats.
template <hn::Vec<Floats> (*load)(const std::byte*), int rank>
Float4 sample_point(const HostTexture& handle, float x, float y, float z) {
  const auto& texture = static_cast<const BoundTexture&>(handle);
  return as_float4(load(point_texel<rank>(texture, texture, x, y, z)));
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace texelscope::gpu::cpu::texture_unit
HWY_AFTER_NAMESPACE();

#endif
