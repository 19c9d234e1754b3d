#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "gpu/cpu/texture_unit/float_sum.h"
#include "gpu/cpu/texture_unit/integer_sum.h"
#include "texelscope/kernels/float16.h"
#include "texelscope/kernels/vector.h"

/// The reader for each kind of texel. A reader names the vector that it returns and reads one channel: `point` from one
/// texel, `linear` from a footprint (without anisotropy, the texture unit filters only if is_filtered).
namespace texelscope::gpu::cpu::texture_unit {

/// The values of missing channels; the last is w. Measured on an H200: all zero, even w, for every format and filter,
/// and also for the border.
inline constexpr int missing_channels[4] = {0, 0, 0, 0};

struct Float32Reader {
  using Vector = kernels::Float4;
  static constexpr bool is_filtered = true;
  [[nodiscard]] static float point(const std::byte* texel, int channel) {
    float value = 0;
    std::memcpy(&value, texel + 4 * channel, 4);
    return value;
  }
  template <class Slices>
  [[nodiscard]] static float linear(const Slices& footprint, int channel) {
    return filter_float<Float32>(footprint, channel);
  }
};

struct Float16Reader {
  using Vector = kernels::Float4;
  static constexpr bool is_filtered = true;
  [[nodiscard]] static float point(const std::byte* texel, int channel) {
    return kernels::float32_from_float16(load_integer<std::uint16_t>(texel, channel));
  }
  template <class Slices>
  [[nodiscard]] static float linear(const Slices& footprint, int channel) {
    return filter_float<Float16>(footprint, channel);
  }
};

template <class Integer>
struct NormalizedReader {
  using Vector = kernels::Float4;
  static constexpr bool is_filtered = true;
  [[nodiscard]] static float point(const std::byte* texel, int channel) {
    return normalized(load_integer<Integer>(texel, channel));
  }
  template <class Slices>
  [[nodiscard]] static float linear(const Slices& footprint, int channel) {
    return filter_integer<Integer>(footprint, channel);
  }
};

/// Color is decoded before it is filtered; alpha is linear already.
struct SrgbReader {
  using Vector = kernels::Float4;
  static constexpr bool is_filtered = true;
  [[nodiscard]] static float point(const std::byte* texel, int channel) {
    return channel == 3 ? normalized(load_integer<std::uint8_t>(texel, channel))
                        : srgb_table()[std::to_integer<std::size_t>(texel[channel])].value();
  }
  template <class Slices>
  [[nodiscard]] static float linear(const Slices& footprint, int channel) {
    return channel == 3 ? filter_integer<std::uint8_t>(footprint, channel)
                        : filter_float<SrgbColor>(footprint, channel);
  }
};

template <class Integer>
struct ElementReader {
  using Vector = std::conditional_t<std::is_signed_v<Integer>, kernels::Int4, kernels::Uint4>;
  static constexpr bool is_filtered = false;
  using Channel = std::conditional_t<std::is_signed_v<Integer>, std::int32_t, std::uint32_t>;
  [[nodiscard]] static Channel point(const std::byte* texel, int channel) {
    return static_cast<Channel>(load_integer<Integer>(texel, channel));
  }
  /// Only for anisotropic fetches.
  template <class Slices>
  [[nodiscard]] static Channel linear(const Slices& footprint, int channel) {
    return static_cast<Channel>(blend_integers<Integer>(footprint, channel));
  }
};

}  // namespace texelscope::gpu::cpu::texture_unit
