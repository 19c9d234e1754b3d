#pragma once

#include <cstdint>
#include <type_traits>

#include "texelscope/gpu/handle.h"
#include "texelscope/kernels/host_texture.h"
#include "texelscope/kernels/kernel_function.h"
#include "texelscope/kernels/vector.h"

namespace texelscope::kernels {

/// A texture as a kernel sees it. T is Float4 for float arrays and normalised reads, Int4 for signed and Uint4 for
/// unsigned element reads. The number of coordinates must be the array's rank.
class Texture {
 public:
  Texture() = default;
  explicit Texture(gpu::TextureHandle handle) : handle_{handle.value} {}

  template <class T = Float4>
  TEXELSCOPE_KERNEL_FUNCTION T sample_1d(float x) const;
  template <class T = Float4>
  TEXELSCOPE_KERNEL_FUNCTION T sample_2d(float x, float y) const;
  template <class T = Float4>
  TEXELSCOPE_KERNEL_FUNCTION T sample_3d(float x, float y, float z) const;

 private:
  template <class T>
  TEXELSCOPE_KERNEL_FUNCTION T sample_on_host(float x, float y, float z) const {
    const auto& texture = *reinterpret_cast<const HostTexture*>(handle_);
    if constexpr (std::is_same_v<T, Float4>) {
      return texture.sample_float(texture, x, y, z);
    } else if constexpr (std::is_same_v<T, Int4>) {
      return texture.sample_int(texture, x, y, z);
    } else {
      static_assert(std::is_same_v<T, Uint4>, "a texture is sampled as Float4, Int4 or Uint4");
      return texture.sample_uint(texture, x, y, z);
    }
  }

  std::uint64_t handle_ = 0;
};

#ifdef __CUDACC__
namespace detail {

__device__ __forceinline__ void convert(const float4& from, Float4& to) { to = {from.x, from.y, from.z, from.w}; }
__device__ __forceinline__ void convert(const int4& from, Int4& to) { to = {from.x, from.y, from.z, from.w}; }
__device__ __forceinline__ void convert(const uint4& from, Uint4& to) { to = {from.x, from.y, from.z, from.w}; }

template <class T>
struct DeviceVector;
template <>
struct DeviceVector<Float4> {
  using type = float4;
};
template <>
struct DeviceVector<Int4> {
  using type = int4;
};
template <>
struct DeviceVector<Uint4> {
  using type = uint4;
};

}  // namespace detail
#endif

template <class T>
TEXELSCOPE_KERNEL_FUNCTION T Texture::sample_1d(float x) const {
#ifdef __CUDA_ARCH__
  T result;
  detail::convert(tex1D<typename detail::DeviceVector<T>::type>(handle_, x), result);
  return result;
#else
  return sample_on_host<T>(x, 0, 0);
#endif
}

template <class T>
TEXELSCOPE_KERNEL_FUNCTION T Texture::sample_2d(float x, float y) const {
#ifdef __CUDA_ARCH__
  T result;
  detail::convert(tex2D<typename detail::DeviceVector<T>::type>(handle_, x, y), result);
  return result;
#else
  return sample_on_host<T>(x, y, 0);
#endif
}

template <class T>
TEXELSCOPE_KERNEL_FUNCTION T Texture::sample_3d(float x, float y, float z) const {
#ifdef __CUDA_ARCH__
  T result;
  detail::convert(tex3D<typename detail::DeviceVector<T>::type>(handle_, x, y, z), result);
  return result;
#else
  return sample_on_host<T>(x, y, z);
#endif
}

}  // namespace texelscope::kernels
