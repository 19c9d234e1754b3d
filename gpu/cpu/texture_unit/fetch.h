#pragma once

#include "gpu/cpu/texture_unit/bound_texture.h"
#include "gpu/cpu/texture_unit/coordinate.h"
#include "gpu/cpu/texture_unit/footprint.h"
#include "gpu/cpu/texture_unit/texel_format.h"

/// The fetch functions for every format and rank; what the faster ones (fetch_rgba8.h, fetch_float4.h) must equal.
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

/// The one texel that a point fetch reads.
template <int rank>
[[nodiscard]] inline const std::byte* point_texel(const BoundTexture& texture, float x, float y, float z) {
  const auto index = [&](std::size_t axis, float coordinate) {
    return address(texture.axes[axis], point_position(texture.axes[axis], fixed_point(texture.axes[axis], coordinate)));
  };
  return texel_at(texture, index(0, x), rank >= 2 ? index(1, y) : 0, rank == 3 ? index(2, z) : 0);
}

template <class Reader, int rank>
typename Reader::Vector fetch_point(const kernels::HostTexture& handle, float x, float y, float z) {
  const auto& texture = static_cast<const BoundTexture&>(handle);
  const std::byte* const texel = point_texel<rank>(texture, x, y, z);
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

}  // namespace texelscope::gpu::cpu::texture_unit
