#pragma once

#include <cstdint>
#include <cstring>

#include "texelscope/gpu/handle.h"
#include "texelscope/kernels/host_surface.h"
#include "texelscope/kernels/kernel_function.h"
#include "texelscope/kernels/vector.h"

namespace texelscope::kernels {

/// What an access outside the surface does (cudaSurfaceBoundaryMode): ends the context, uses the nearest texel, or
/// reads zero and writes nothing.
enum class BoundaryMode { trap, clamp, zero };

/// A surface as a kernel sees it. T is the texel: 1, 2, 4, 8 or 16 bytes, a scalar or a vector of channels. The number
/// of coordinates must be the array's rank. Coordinates are in texels, any int; the hardware's own byte-addressed x is
/// offered by the functions that say bytes, where it must be a multiple of the texel's size.
class Surface {
 public:
  Surface() = default;
  explicit Surface(gpu::SurfaceHandle handle) : handle_{handle.value} {}

  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION void write_1d(T value, int x) const {
    write_1d_bytes<T, mode>(value, byte_offset<T>(x));
  }
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION T read_1d(int x) const {
    return read_1d_bytes<T, mode>(byte_offset<T>(x));
  }

  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION void write_2d(T value, int x, int y) const {
    write_2d_bytes<T, mode>(value, byte_offset<T>(x), y);
  }
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION T read_2d(int x, int y) const {
    return read_2d_bytes<T, mode>(byte_offset<T>(x), y);
  }

  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION void write_3d(T value, int x, int y, int z) const {
    write_3d_bytes<T, mode>(value, byte_offset<T>(x), y, z);
  }
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION T read_3d(int x, int y, int z) const {
    return read_3d_bytes<T, mode>(byte_offset<T>(x), y, z);
  }

  /// As surf1Dwrite and surf1Dread.
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION void write_1d_bytes(T value, int x_bytes) const;
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION T read_1d_bytes(int x_bytes) const;

  /// As surf2Dwrite and surf2Dread.
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION void write_2d_bytes(T value, int x_bytes, int y) const;
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION T read_2d_bytes(int x_bytes, int y) const;

  /// As surf3Dwrite and surf3Dread.
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION void write_3d_bytes(T value, int x_bytes, int y, int z) const;
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION T read_3d_bytes(int x_bytes, int y, int z) const;

 private:
  /// Beyond the widest array, so that a coordinate far outside stays outside instead of wrapping around into it.
  static constexpr int far_outside = 1 << 26;

  template <class T>
  TEXELSCOPE_KERNEL_FUNCTION static int byte_offset(int x) {
    static_assert(sizeof(T) <= 16);
#ifndef __CUDA_ARCH__
    // One comparison, which a processor foresees.
    if (static_cast<unsigned>(x) <= static_cast<unsigned>(far_outside)) [[likely]] {
      return x * static_cast<int>(sizeof(T));
    }
#endif
    const int bounded = x < -far_outside ? -far_outside : (x > far_outside ? far_outside : x);
    return bounded * static_cast<int>(sizeof(T));
  }

  std::uint64_t handle_ = 0;
};

namespace detail {

/// The texel's address on the CPU device; null where the boundary mode says that there is none.
template <class T, BoundaryMode mode>
inline std::byte* host_texel(std::uint64_t handle, std::int64_t x_bytes, std::int64_t y, std::int64_t z) {
  const auto& surface = *reinterpret_cast<const HostSurface*>(handle);
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

template <class T, BoundaryMode mode>
inline void host_write(std::uint64_t handle, T value, std::int64_t x_bytes, std::int64_t y, std::int64_t z) {
  std::byte* const texel = host_texel<T, mode>(handle, x_bytes, y, z);
  if (mode != BoundaryMode::zero || texel != nullptr) {
    std::memcpy(texel, &value, sizeof(T));
  }
}

template <class T, BoundaryMode mode>
inline T host_read(std::uint64_t handle, std::int64_t x_bytes, std::int64_t y, std::int64_t z) {
  T value{};
  if (const std::byte* texel = host_texel<T, mode>(handle, x_bytes, y, z)) {
    std::memcpy(&value, texel, sizeof(T));
  }
  return value;
}

#ifdef __CUDACC__
/// CUDA's vector of the same size, which surface instructions move.
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

template <class T>
__device__ __forceinline__ WordOf<T> to_word(const T& value) {
  WordOf<T> word;
  std::memcpy(&word, &value, sizeof(T));
  return word;
}

template <class T>
__device__ __forceinline__ T from_word(const WordOf<T>& word) {
  T value;
  std::memcpy(&value, &word, sizeof(T));
  return value;
}

template <BoundaryMode mode>
inline constexpr cudaSurfaceBoundaryMode device_boundary = mode == BoundaryMode::trap    ? cudaBoundaryModeTrap
                                                           : mode == BoundaryMode::clamp ? cudaBoundaryModeClamp
                                                                                         : cudaBoundaryModeZero;
#endif

}  // namespace detail

template <class T, BoundaryMode mode>
TEXELSCOPE_KERNEL_FUNCTION void Surface::write_1d_bytes(T value, int x_bytes) const {
#ifdef __CUDA_ARCH__
  surf1Dwrite(detail::to_word(value), handle_, x_bytes, detail::device_boundary<mode>);
#else
  detail::host_write<T, mode>(handle_, value, x_bytes, 0, 0);
#endif
}

template <class T, BoundaryMode mode>
TEXELSCOPE_KERNEL_FUNCTION T Surface::read_1d_bytes(int x_bytes) const {
#ifdef __CUDA_ARCH__
  return detail::from_word<T>(surf1Dread<detail::WordOf<T>>(handle_, x_bytes, detail::device_boundary<mode>));
#else
  return detail::host_read<T, mode>(handle_, x_bytes, 0, 0);
#endif
}

template <class T, BoundaryMode mode>
TEXELSCOPE_KERNEL_FUNCTION void Surface::write_2d_bytes(T value, int x_bytes, int y) const {
#ifdef __CUDA_ARCH__
  surf2Dwrite(detail::to_word(value), handle_, x_bytes, y, detail::device_boundary<mode>);
#else
  detail::host_write<T, mode>(handle_, value, x_bytes, y, 0);
#endif
}

template <class T, BoundaryMode mode>
TEXELSCOPE_KERNEL_FUNCTION T Surface::read_2d_bytes(int x_bytes, int y) const {
#ifdef __CUDA_ARCH__
  return detail::from_word<T>(surf2Dread<detail::WordOf<T>>(handle_, x_bytes, y, detail::device_boundary<mode>));
#else
  return detail::host_read<T, mode>(handle_, x_bytes, y, 0);
#endif
}

template <class T, BoundaryMode mode>
TEXELSCOPE_KERNEL_FUNCTION void Surface::write_3d_bytes(T value, int x_bytes, int y, int z) const {
#ifdef __CUDA_ARCH__
  surf3Dwrite(detail::to_word(value), handle_, x_bytes, y, z, detail::device_boundary<mode>);
#else
  detail::host_write<T, mode>(handle_, value, x_bytes, y, z);
#endif
}

template <class T, BoundaryMode mode>
TEXELSCOPE_KERNEL_FUNCTION T Surface::read_3d_bytes(int x_bytes, int y, int z) const {
#ifdef __CUDA_ARCH__
  return detail::from_word<T>(surf3Dread<detail::WordOf<T>>(handle_, x_bytes, y, z, detail::device_boundary<mode>));
#else
  return detail::host_read<T, mode>(handle_, x_bytes, y, z);
#endif
}

}  // namespace texelscope::kernels
