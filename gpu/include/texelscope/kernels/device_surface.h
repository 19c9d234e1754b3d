#pragma once

#include <cstdint>
#include <cstring>

#include "texelscope/kernels/surface_access.h"

#ifdef __CUDACC__
/// A SurfaceAccess as a surface instruction of the GPU. If the shape is a constant, a single instruction remains.
namespace texelscope::kernels::detail {

/// CUDA's vector type of the same size, on which surface instructions operate.
template <int bytes>
struct SurfaceWord;
template <>
struct SurfaceWord<1> {
  using type = unsigned char;
};
template <>
struct SurfaceWord<2> {
  using type = unsigned short;
};
template <>
struct SurfaceWord<4> {
  using type = unsigned int;
};
template <>
struct SurfaceWord<8> {
  using type = uint2;
};
template <>
struct SurfaceWord<16> {
  using type = uint4;
};

template <class T>
using WordOf = typename SurfaceWord<sizeof(T)>::type;

template <BoundaryMode mode>
inline constexpr cudaSurfaceBoundaryMode device_boundary = mode == BoundaryMode::trap    ? cudaBoundaryModeTrap
                                                           : mode == BoundaryMode::clamp ? cudaBoundaryModeClamp
                                                                                         : cudaBoundaryModeZero;

template <class T, BoundaryMode mode>
__device__ __forceinline__ void device_write(std::uint64_t surface, const T& value, const SurfaceAccess& at) {
  WordOf<T> word;
  std::memcpy(&word, &value, sizeof(T));
  switch (at.shape) {
    case SurfaceShape::surface_1d:
      surf1Dwrite(word, surface, at.x_bytes, device_boundary<mode>);
      break;
    case SurfaceShape::surface_2d:
      surf2Dwrite(word, surface, at.x_bytes, at.y, device_boundary<mode>);
      break;
    case SurfaceShape::surface_3d:
      surf3Dwrite(word, surface, at.x_bytes, at.y, at.z, device_boundary<mode>);
      break;
    case SurfaceShape::layered_1d:
      surf1DLayeredwrite(word, surface, at.x_bytes, at.z, device_boundary<mode>);
      break;
    case SurfaceShape::layered_2d:
      surf2DLayeredwrite(word, surface, at.x_bytes, at.y, at.z, device_boundary<mode>);
      break;
    case SurfaceShape::cube_map:
      surfCubemapwrite(word, surface, at.x_bytes, at.y, at.z, device_boundary<mode>);
      break;
    case SurfaceShape::layered_cube_map:
      surfCubemapLayeredwrite(word, surface, at.x_bytes, at.y, at.z, device_boundary<mode>);
      break;
  }
}

template <class W, BoundaryMode mode>
__device__ __forceinline__ W device_read_word(std::uint64_t surface, const SurfaceAccess& at) {
  switch (at.shape) {
    case SurfaceShape::surface_1d:
      return surf1Dread<W>(surface, at.x_bytes, device_boundary<mode>);
    case SurfaceShape::surface_2d:
      return surf2Dread<W>(surface, at.x_bytes, at.y, device_boundary<mode>);
    case SurfaceShape::surface_3d:
      return surf3Dread<W>(surface, at.x_bytes, at.y, at.z, device_boundary<mode>);
    case SurfaceShape::layered_1d:
      return surf1DLayeredread<W>(surface, at.x_bytes, at.z, device_boundary<mode>);
    case SurfaceShape::layered_2d:
      return surf2DLayeredread<W>(surface, at.x_bytes, at.y, at.z, device_boundary<mode>);
    case SurfaceShape::cube_map:
      return surfCubemapread<W>(surface, at.x_bytes, at.y, at.z, device_boundary<mode>);
    case SurfaceShape::layered_cube_map:
      return surfCubemapLayeredread<W>(surface, at.x_bytes, at.y, at.z, device_boundary<mode>);
  }
  return W{};
}

template <class T, BoundaryMode mode>
__device__ __forceinline__ T device_read(std::uint64_t surface, const SurfaceAccess& at) {
  const auto word = device_read_word<WordOf<T>, mode>(surface, at);
  T value;
  std::memcpy(&value, &word, sizeof(T));
  return value;
}

}  // namespace texelscope::kernels::detail
#endif
