#pragma once

#include <cstdint>
#include <type_traits>

#include "texelscope/gpu/handle.h"
#include "texelscope/kernels/device_fetch.h"
#include "texelscope/kernels/kernel_function.h"
#include "texelscope/kernels/vector.h"

// Code that is only compiled for the GPU does not need the host's part.
#ifndef __CUDACC_RTC__
#include "texelscope/kernels/access_hooks.h"
#include "texelscope/kernels/host_texture.h"
#endif

namespace texelscope::kernels {

/// A texture in a kernel. T is Float4 for float arrays and normalized reads, Int4 for signed and Uint4 for unsigned
/// element reads. The shape of the fetch must match the texture's.
class Texture {
 public:
  Texture() = default;
  explicit Texture(gpu::TextureHandle handle) : handle_{handle.value} {}
  /// Samples a position of a texture whose rank is in the function's name.
  template <class T = Float4>
  TEXELSCOPE_KERNEL_FUNCTION T sample_1d(float x) const {
    return sample<T>({.shape = TextureShape::texture_1d, .x = x});
  }
  template <class T = Float4>
  TEXELSCOPE_KERNEL_FUNCTION T sample_2d(float x, float y) const {
    return sample<T>({.shape = TextureShape::texture_2d, .x = x, .y = y});
  }
  template <class T = Float4>
  TEXELSCOPE_KERNEL_FUNCTION T sample_3d(float x, float y, float z) const {
    return sample<T>({.shape = TextureShape::texture_3d, .x = x, .y = y, .z = z});
  }
  /// Samples one layer; if the layer is out of range, the nearest layer.
  template <class T = Float4>
  TEXELSCOPE_KERNEL_FUNCTION T sample_1d_layered(float x, int layer) const {
    return fetch<T>({.shape = TextureShape::layered_1d, .x = x, .layer = layer});
  }
  template <class T = Float4>
  TEXELSCOPE_KERNEL_FUNCTION T sample_2d_layered(float x, float y, int layer) const {
    return fetch<T>({.shape = TextureShape::layered_2d, .x = x, .y = y, .layer = layer});
  }
  /// Samples in the direction (x, y, z), of any nonzero length.
  template <class T = Float4>
  TEXELSCOPE_KERNEL_FUNCTION T sample_cube(float x, float y, float z) const {
    return fetch<T>({.shape = TextureShape::cube_map, .x = x, .y = y, .z = z});
  }
  template <class T = Float4>
  TEXELSCOPE_KERNEL_FUNCTION T sample_cube_layered(float x, float y, float z, int layer) const {
    return fetch<T>({.shape = TextureShape::layered_cube_map, .x = x, .y = y, .z = z, .layer = layer});
  }
  /// Samples a mip level, or between two if the filter is linear.
  template <class T = Float4>
  TEXELSCOPE_KERNEL_FUNCTION T sample_1d_level(float x, float level) const {
    return fetch<T>(
        {.shape = TextureShape::texture_1d, .operation = TextureOperation::sample_level, .x = x, .level = level});
  }
  template <class T = Float4>
  TEXELSCOPE_KERNEL_FUNCTION T sample_2d_level(float x, float y, float level) const {
    return fetch<T>({.operation = TextureOperation::sample_level, .x = x, .y = y, .level = level});
  }
  template <class T = Float4>
  TEXELSCOPE_KERNEL_FUNCTION T sample_3d_level(float x, float y, float z, float level) const {
    return fetch<T>({.shape = TextureShape::texture_3d,
                     .operation = TextureOperation::sample_level,
                     .x = x,
                     .y = y,
                     .z = z,
                     .level = level});
  }
  /// Samples with the derivatives of the coordinates along the screen's x and y.
  template <class T = Float4>
  TEXELSCOPE_KERNEL_FUNCTION T sample_2d_gradients(float x, float y, Float2 dx, Float2 dy) const {
    return fetch<T>({.operation = TextureOperation::sample_gradients,
                     .x = x,
                     .y = y,
                     .dx = {dx.x, dx.y, 0},
                     .dy = {dy.x, dy.y, 0}});
  }

  /// Channel `component` of the four texels around (x, y), counter-clockwise from the lower left (x, y + 1), (x + 1,
  /// y + 1), (x + 1, y), (x, y). The array must have is_texture_gather.
  template <class T = Float4>
  TEXELSCOPE_KERNEL_FUNCTION T gather_2d(float x, float y, int component = 0) const {
    return fetch<T>({.operation = TextureOperation::gather, .x = x, .y = y, .component = component});
  }
  /// An element of a linear resource; zero outside.
  template <class T = Float4>
  TEXELSCOPE_KERNEL_FUNCTION T fetch_1d(int element) const {
    return fetch<T>({.shape = TextureShape::texture_1d, .operation = TextureOperation::element, .element = element});
  }

  /// A general fetch.
  template <class T = Float4>
  TEXELSCOPE_KERNEL_FUNCTION T fetch(const TextureFetch& at) const {
#ifdef __CUDA_ARCH__
    return detail::device_fetch<T>(handle_, at);
#else
    TEXELSCOPE_RETURN_IF_RECORDING(detail::recorded_fetch<T>(handle_, at))
    const auto& texture = *reinterpret_cast<const HostTexture*>(handle_);
    return select<T>(texture.fetch_float, texture.fetch_int, texture.fetch_uint)(texture, at);
#endif
  }

 private:
  template <class T>
  TEXELSCOPE_KERNEL_FUNCTION T sample(const TextureFetch& at) const {
#ifdef __CUDA_ARCH__
    return detail::device_fetch<T>(handle_, at);
#else
    TEXELSCOPE_RETURN_IF_RECORDING(detail::recorded_fetch<T>(handle_, at))
    const auto& texture = *reinterpret_cast<const HostTexture*>(handle_);
    return select<T>(texture.sample_float, texture.sample_int, texture.sample_uint)(texture, at.x, at.y, at.z);
#endif
  }

  /// Selects the function that returns a T.
  template <class T, class Float, class Int, class Uint>
  TEXELSCOPE_KERNEL_FUNCTION static auto select(Float of_float, Int of_int, Uint of_uint) {
    static_assert(std::is_same_v<T, Float4> || std::is_same_v<T, Int4> || std::is_same_v<T, Uint4>,
                  "a texture must be read as Float4, Int4 or Uint4");
    if constexpr (std::is_same_v<T, Float4>) {
      return of_float;
    } else if constexpr (std::is_same_v<T, Int4>) {
      return of_int;
    } else {
      return of_uint;
    }
  }

  std::uint64_t handle_ = 0;
};

}  // namespace texelscope::kernels
