#pragma once

#include "gpu/cpu/texture_unit/anisotropic_footprint.h"
#include "gpu/cpu/texture_unit/axis.h"
#include "gpu/cpu/texture_unit/bound_texture.h"
#include "gpu/cpu/texture_unit/footprint.h"
#include "gpu/cpu/texture_unit/texel_format.h"

/// The fetch functions for every format and rank; the fast functions (fast_fetch.cpp) must return the same results.
namespace texelscope::gpu::cpu::texture_unit {

template <class Vector, class ReadChannel>
[[nodiscard]] inline Vector gather_channels(int num_channels, ReadChannel read_channel) {
  using Channel = decltype(Vector::x);
  Channel channels[4];
  for (int channel = 0; channel < 4; ++channel) {
    channels[channel] =
        channel < num_channels ? read_channel(channel) : static_cast<Channel>(missing_channels[channel]);
  }
  return {channels[0], channels[1], channels[2], channels[3]};
}

template <class Reader, int rank>
typename Reader::Vector fetch_point(const kernels::HostTexture& handle, float x, float y, float z) {
  const auto& texture = static_cast<const BoundTexture&>(handle);
  const std::byte* const texel = point_texel<rank>(texture, texture, x, y, z);
  return gather_channels<typename Reader::Vector>(texture.num_channels,
                                                  [&](int channel) { return Reader::point(texel, channel); });
}

template <class Reader, int rank>
typename Reader::Vector fetch_linear(const kernels::HostTexture& handle, float x, float y, float z) {
  const auto& texture = static_cast<const BoundTexture&>(handle);
  const Footprint footprint = make_footprint<rank>(texture, x, y, z);
  return gather_channels<typename Reader::Vector>(texture.num_channels,
                                                  [&](int channel) { return Reader::linear(footprint, channel); });
}

/// A gather uses the filter's arithmetic with any filter.
template <class Reader>
[[nodiscard]] inline typename Reader::Vector gather(const BoundTexture& texture, const kernels::TextureFetch& fetch) {
  const std::array<const std::byte*, 4> texels = gathered_texels(texture, fetch);
  const int channel = fetch.component & 3;
  return gather_channels<typename Reader::Vector>(channel < texture.num_channels ? 4 : 0, [&](int corner) {
    const std::byte* const texel = texels[static_cast<std::size_t>(corner)];
    if constexpr (Reader::is_filtered) {
      return Reader::linear(single_texel(texel), channel);
    } else {
      return Reader::point(texel, channel);
    }
  });
}

/// An element of a linear resource; 0 outside.
template <class Reader>
[[nodiscard]] inline typename Reader::Vector fetch_element(const BoundTexture& texture, int element) {
  const bool is_inside = element >= 0 && element < texture.axes[0].extent;
  const std::byte* const texel = texture.texels + (is_inside ? element * texture.texel_bytes : 0);
  return gather_channels<typename Reader::Vector>(is_inside ? texture.num_channels : 0,
                                                  [&](int channel) { return Reader::point(texel, channel); });
}

/// Any fetch.
template <class Reader>
typename Reader::Vector fetch_any(const kernels::HostTexture& handle, const kernels::TextureFetch& fetch) {
  const auto& texture = static_cast<const BoundTexture&>(handle);
  if (fetch.operation == kernels::TextureOperation::element) {
    return fetch_element<Reader>(texture, fetch.element);
  }
  if (fetch.operation == kernels::TextureOperation::gather) {
    return gather<Reader>(texture, fetch);
  }
  if (is_anisotropic(texture, fetch)) {
    const AnisotropicFootprint footprint = make_anisotropic_footprint(texture, fetch);
    return gather_channels<typename Reader::Vector>(texture.num_channels,
                                                    [&](int channel) { return Reader::linear(footprint, channel); });
  }
  const Footprint footprint = make_footprint(texture, fetch);
  return gather_channels<typename Reader::Vector>(texture.num_channels, [&](int channel) {
    if constexpr (Reader::is_filtered) {
      return texture.is_filtered ? Reader::linear(footprint, channel)
                                 : Reader::point(footprint.slices[0].taps[0].texel, channel);
    } else {
      return Reader::point(footprint.slices[0].taps[0].texel, channel);
    }
  });
}

/// Samples level 0 of a texture that fetch_point and fetch_linear do not support.
template <class Reader>
typename Reader::Vector sample_any(const kernels::HostTexture& handle, float x, float y, float z) {
  kernels::TextureFetch fetch;
  fetch.x = x;
  fetch.y = y;
  fetch.z = z;
  return fetch_any<Reader>(handle, fetch);
}

}  // namespace texelscope::gpu::cpu::texture_unit
