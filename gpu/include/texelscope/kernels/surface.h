#pragma once

#include <cstdint>
#include <cstring>

#include "texelscope/gpu/handle.h"
#include "texelscope/kernels/host_surface.h"
#include "texelscope/kernels/kernel_function.h"
#include "texelscope/kernels/vector.h"

namespace texelscope::kernels {

/// What an access outside the surface does (cudaSurfaceBoundaryMode): ends the context, uses the nearest texel, or reads
/// zero and writes nothing.
enum class BoundaryMode { trap, clamp, zero };

/// A surface as a kernel sees it. T is the texel: 1, 2, 4, 8 or 16 bytes, a scalar or a vector of channels. Coordinates
/// are in texels; the hardware's own byte-addressed x is offered by the functions that say bytes.
class Surface {
 public:
  Surface() = default;
  explicit Surface(gpu::SurfaceHandle handle) : handle_{handle.value} {}

  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION void write_2d(T value, int x, int y) const {
    write_2d_bytes<T, mode>(value, x * static_cast<int>(sizeof(T)), y);
  }
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION T read_2d(int x, int y) const {
    return read_2d_bytes<T, mode>(x * static_cast<int>(sizeof(T)), y);
  }

  /// As surf2Dwrite and surf2Dread: x counts bytes and must be a multiple of the texel's size.
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION void write_2d_bytes(T value, int x_bytes, int y) const;
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION T read_2d_bytes(int x_bytes, int y) const;

 private:
  std::uint64_t handle_ = 0;
};

namespace detail {

/// The texel's address on the CPU device; null where the boundary mode says that there is none.
template <class T, BoundaryMode mode>
inline std::byte* host_texel(std::uint64_t handle, std::int64_t x_bytes, std::int64_t y, std::int64_t z) {
  const auto& surface = *reinterpret_cast<const HostSurface*>(handle);
  const std::int64_t last_x = surface.row_bytes - static_cast<std::int64_t>(sizeof(T));
  const bool inside = x_bytes >= 0 && x_bytes <= last_x && y >= 0 && y < surface.height && z >= 0 && z < surface.depth;
  if (!inside) {
    if constexpr (mode == BoundaryMode::trap) {
      throw HostTrap{};
    } else if constexpr (mode == BoundaryMode::zero) {
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
  if (std::byte* texel = host_texel<T, mode>(handle, x_bytes, y, z)) {
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

template <BoundaryMode mode>
constexpr cudaSurfaceBoundaryMode device_boundary() {
  return mode == BoundaryMode::trap    ? cudaBoundaryModeTrap
         : mode == BoundaryMode::clamp ? cudaBoundaryModeClamp
                                       : cudaBoundaryModeZero;
}
#endif

}  // namespace detail

template <class T, BoundaryMode mode>
TEXELSCOPE_KERNEL_FUNCTION void Surface::write_2d_bytes(T value, int x_bytes, int y) const {
#ifdef __CUDA_ARCH__
  typename detail::SurfaceWord<sizeof(T)>::type word;
  std::memcpy(&word, &value, sizeof(T));
  surf2Dwrite(word, handle_, x_bytes, y, detail::device_boundary<mode>());
#else
  detail::host_write<T, mode>(handle_, value, x_bytes, y, 0);
#endif
}

template <class T, BoundaryMode mode>
TEXELSCOPE_KERNEL_FUNCTION T Surface::read_2d_bytes(int x_bytes, int y) const {
#ifdef __CUDA_ARCH__
  const auto word = surf2Dread<typename detail::SurfaceWord<sizeof(T)>::type>(handle_, x_bytes, y, detail::device_boundary<mode>());
  T value;
  std::memcpy(&value, &word, sizeof(T));
  return value;
#else
  return detail::host_read<T, mode>(handle_, x_bytes, y, 0);
#endif
}

}  // namespace texelscope::kernels
