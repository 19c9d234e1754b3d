#pragma once

#include <cstdint>

#include "texelscope/kernels/texture_fetch.h"
#include "texelscope/kernels/vector.h"

#ifdef __CUDACC__
/// A TextureFetch as a texture instruction of the GPU. If shape and operation are constants, a single instruction
/// remains.
namespace texelscope::kernels::detail {

__device__ __forceinline__ Float4 from_device(const float4& from) { return {from.x, from.y, from.z, from.w}; }
__device__ __forceinline__ Int4 from_device(const int4& from) { return {from.x, from.y, from.z, from.w}; }
__device__ __forceinline__ Uint4 from_device(const uint4& from) { return {from.x, from.y, from.z, from.w}; }

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

template <class V>
__device__ __forceinline__ V device_sample(std::uint64_t texture, const TextureFetch& at) {
  switch (at.shape) {
    case TextureShape::texture_1d:
      return tex1D<V>(texture, at.x);
    case TextureShape::texture_2d:
      return tex2D<V>(texture, at.x, at.y);
    case TextureShape::texture_3d:
      return tex3D<V>(texture, at.x, at.y, at.z);
    case TextureShape::layered_1d:
      return tex1DLayered<V>(texture, at.x, at.layer);
    case TextureShape::layered_2d:
      return tex2DLayered<V>(texture, at.x, at.y, at.layer);
    case TextureShape::cube_map:
      return texCubemap<V>(texture, at.x, at.y, at.z);
    case TextureShape::layered_cube_map:
      return texCubemapLayered<V>(texture, at.x, at.y, at.z, at.layer);
  }
  return V{};
}

template <class V>
__device__ __forceinline__ V device_sample_level(std::uint64_t texture, const TextureFetch& at) {
  switch (at.shape) {
    case TextureShape::texture_1d:
      return tex1DLod<V>(texture, at.x, at.level);
    case TextureShape::texture_2d:
      return tex2DLod<V>(texture, at.x, at.y, at.level);
    case TextureShape::texture_3d:
      return tex3DLod<V>(texture, at.x, at.y, at.z, at.level);
    case TextureShape::layered_1d:
      return tex1DLayeredLod<V>(texture, at.x, at.layer, at.level);
    case TextureShape::layered_2d:
      return tex2DLayeredLod<V>(texture, at.x, at.y, at.layer, at.level);
    case TextureShape::cube_map:
      return texCubemapLod<V>(texture, at.x, at.y, at.z, at.level);
    case TextureShape::layered_cube_map:
      return texCubemapLayeredLod<V>(texture, at.x, at.y, at.z, at.layer, at.level);
  }
  return V{};
}

template <class V>
__device__ __forceinline__ V device_sample_gradients(std::uint64_t texture, const TextureFetch& at) {
  const float2 dx2 = make_float2(at.dx[0], at.dx[1]);
  const float2 dy2 = make_float2(at.dy[0], at.dy[1]);
  const float4 dx4 = make_float4(at.dx[0], at.dx[1], at.dx[2], 0);
  const float4 dy4 = make_float4(at.dy[0], at.dy[1], at.dy[2], 0);
  switch (at.shape) {
    case TextureShape::texture_1d:
      return tex1DGrad<V>(texture, at.x, at.dx[0], at.dy[0]);
    case TextureShape::texture_2d:
      return tex2DGrad<V>(texture, at.x, at.y, dx2, dy2);
    case TextureShape::texture_3d:
      return tex3DGrad<V>(texture, at.x, at.y, at.z, dx4, dy4);
    case TextureShape::layered_1d:
      return tex1DLayeredGrad<V>(texture, at.x, at.layer, at.dx[0], at.dy[0]);
    case TextureShape::layered_2d:
      return tex2DLayeredGrad<V>(texture, at.x, at.y, at.layer, dx2, dy2);
    case TextureShape::cube_map:
      return texCubemapGrad<V>(texture, at.x, at.y, at.z, dx4, dy4);
    case TextureShape::layered_cube_map:
      return texCubemapLayeredGrad<V>(texture, at.x, at.y, at.z, at.layer, dx4, dy4);
  }
  return V{};
}

template <class T>
__device__ __forceinline__ T device_fetch(std::uint64_t texture, const TextureFetch& at) {
  using V = typename DeviceVector<T>::type;
  switch (at.operation) {
    case TextureOperation::sample:
      return from_device(device_sample<V>(texture, at));
    case TextureOperation::sample_level:
      return from_device(device_sample_level<V>(texture, at));
    case TextureOperation::sample_gradients:
      return from_device(device_sample_gradients<V>(texture, at));
    case TextureOperation::gather:
      return from_device(tex2Dgather<V>(texture, at.x, at.y, at.component));
    case TextureOperation::element:
      return from_device(tex1Dfetch<V>(texture, at.element));
  }
  return T{};
}

}  // namespace texelscope::kernels::detail
#endif
