#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "texelscope/kernels/surface_access.h"

#if defined(__x86_64__) && !defined(__CUDA_ARCH__)
#include <emmintrin.h>
#endif

namespace texelscope::kernels {

/// The object that a surface handle of the CPU device points to: the array's texels, in rows and slices at pitches.
/// Extents are in texels, except `row_bytes`, which is the width times the texel size; coordinates are checked against
/// them.
struct HostSurface {
  std::byte* texels = nullptr;
  std::int64_t row_bytes = 0;
  std::int64_t height = 1;
  /// Depth of a 3D array, or the number of layers or faces.
  std::int64_t depth = 1;
  std::int64_t row_pitch_bytes = 0;    ///< Bytes from one row to the next.
  std::int64_t slice_pitch_bytes = 0;  ///< Bytes from one slice to the next.
};

/// Fails the launch that called it, like a trap on the GPU: later calls of the device report launch_failed. In every
/// boundary mode, an access whose byte x is not a multiple of the texel size fails in the same way; an H200 reports
/// CUDA_ERROR_MISALIGNED_ADDRESS for it. Thrown inside kernels on the CPU device and caught by its launcher.
struct HostTrap {};

namespace detail {

/// The texel's address; null if the boundary mode skips the access.
template <class T, BoundaryMode mode>
inline std::byte* host_texel(std::uint64_t handle, const SurfaceAccess& at) {
  const auto& surface = *reinterpret_cast<const HostSurface*>(handle);
  const bool has_y = at.shape != SurfaceShape::surface_1d && at.shape != SurfaceShape::layered_1d;
  const bool has_z = at.shape != SurfaceShape::surface_1d && at.shape != SurfaceShape::surface_2d;
  std::int64_t x_bytes = at.x_bytes;
  std::int64_t y = has_y ? at.y : 0;
  // For a layer or face, the hardware uses the low 16 bits (measured on an H200), so that −1 is beyond the last layer
  // or face.
  std::int64_t z = at.shape == SurfaceShape::surface_3d ? at.z : (has_z ? at.z & 0xFFFF : 0);
  if (x_bytes % static_cast<std::int64_t>(sizeof(T)) != 0) [[unlikely]] {
    throw HostTrap{};
  }
  const std::int64_t last_x = surface.row_bytes - static_cast<std::int64_t>(sizeof(T));
  const auto is_below = [](std::int64_t index, std::int64_t extent) {
    return static_cast<std::uint64_t>(index) < static_cast<std::uint64_t>(extent);
  };
  const bool inside = x_bytes >= 0 && x_bytes <= last_x && is_below(y, surface.height) && is_below(z, surface.depth);
  if (!inside) [[unlikely]] {
    // A row too short for one T has no nearest texel either.
    if (mode == BoundaryMode::trap || (mode == BoundaryMode::clamp && last_x < 0)) {
      throw HostTrap{};
    }
    if constexpr (mode == BoundaryMode::zero) {
      return nullptr;
    } else {
      x_bytes = x_bytes < 0 ? 0 : (x_bytes > last_x ? last_x : x_bytes);
      y = y < 0 ? 0 : (y >= surface.height ? surface.height - 1 : y);
      z = z < 0 ? 0 : (z >= surface.depth ? surface.depth - 1 : z);
    }
  }
  return surface.texels + z * surface.slice_pitch_bytes + y * surface.row_pitch_bytes + x_bytes;
}

template <class T>
inline void store_texel(std::byte* texel, const T& value) {
#if defined(__x86_64__) && !defined(__CUDA_ARCH__)
  if constexpr (sizeof(T) == 16) {
    // A sampled texel is passed in the halves of two registers. Loading both at once would have to wait until both are
    // in memory.
    long long halves[2];
    std::memcpy(&halves[0], &value, 8);
    std::memcpy(&halves[1], reinterpret_cast<const std::byte*>(&value) + 8, 8);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(texel),
                     _mm_unpacklo_epi64(_mm_cvtsi64_si128(halves[0]), _mm_cvtsi64_si128(halves[1])));
    return;
  }
#endif
  std::memcpy(texel, &value, sizeof(T));
}

template <class T, BoundaryMode mode>
inline void host_write(std::uint64_t handle, const T& value, const SurfaceAccess& at) {
  std::byte* const texel = host_texel<T, mode>(handle, at);
  if (mode != BoundaryMode::zero || texel != nullptr) {
    store_texel(texel, value);
  }
}

template <class T, BoundaryMode mode>
inline T host_read(std::uint64_t handle, const SurfaceAccess& at) {
  T value{};
  if (const std::byte* texel = host_texel<T, mode>(handle, at)) {
    std::memcpy(&value, texel, sizeof(T));
  }
  return value;
}

}  // namespace detail
}  // namespace texelscope::kernels
