#pragma once

#include <cstdint>

#include "texelscope/gpu/handle.h"
#include "texelscope/kernels/device_surface.h"
#include "texelscope/kernels/kernel_function.h"
#include "texelscope/kernels/surface_access.h"
#include "texelscope/kernels/vector.h"

// Code that is only compiled for the GPU does not need the host's part.
#ifndef __CUDACC_RTC__
#include "texelscope/kernels/access_hooks.h"
#include "texelscope/kernels/host_surface.h"
#endif

namespace texelscope::kernels {

/// A surface in a kernel. T is the texel: 1, 2, 4, 8 or 16 bytes, a scalar or a vector of channels. The function must
/// match the array's kind and rank. Coordinates are in texels, any int; the functions with "bytes" in their names take
/// the hardware's byte-addressed x, which must be a multiple of the texel size.
class Surface {
 public:
  Surface() = default;
  explicit Surface(gpu::SurfaceHandle handle) : handle_{handle.value} {}
  /// A texel of a surface of rank 1.
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION void write_1d(T value, int x) const {
    write<T, mode>(value, {.shape = SurfaceShape::surface_1d, .x_bytes = byte_offset<T>(x)});
  }
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION T read_1d(int x) const {
    return read<T, mode>({.shape = SurfaceShape::surface_1d, .x_bytes = byte_offset<T>(x)});
  }
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION void write_1d_bytes(T value, int x_bytes) const {
    write<T, mode>(value, {.shape = SurfaceShape::surface_1d, .x_bytes = x_bytes});
  }
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION T read_1d_bytes(int x_bytes) const {
    return read<T, mode>({.shape = SurfaceShape::surface_1d, .x_bytes = x_bytes});
  }
  /// A texel of a surface of rank 2.
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION void write_2d(T value, int x, int y) const {
    write<T, mode>(value, {.shape = SurfaceShape::surface_2d, .x_bytes = byte_offset<T>(x), .y = y});
  }
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION T read_2d(int x, int y) const {
    return read<T, mode>({.shape = SurfaceShape::surface_2d, .x_bytes = byte_offset<T>(x), .y = y});
  }
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION void write_2d_bytes(T value, int x_bytes, int y) const {
    write<T, mode>(value, {.shape = SurfaceShape::surface_2d, .x_bytes = x_bytes, .y = y});
  }
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION T read_2d_bytes(int x_bytes, int y) const {
    return read<T, mode>({.shape = SurfaceShape::surface_2d, .x_bytes = x_bytes, .y = y});
  }
  /// A texel of a surface of rank 3.
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION void write_3d(T value, int x, int y, int z) const {
    write<T, mode>(value, {.shape = SurfaceShape::surface_3d, .x_bytes = byte_offset<T>(x), .y = y, .z = z});
  }
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION T read_3d(int x, int y, int z) const {
    return read<T, mode>({.shape = SurfaceShape::surface_3d, .x_bytes = byte_offset<T>(x), .y = y, .z = z});
  }
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION void write_3d_bytes(T value, int x_bytes, int y, int z) const {
    write<T, mode>(value, {.shape = SurfaceShape::surface_3d, .x_bytes = x_bytes, .y = y, .z = z});
  }
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION T read_3d_bytes(int x_bytes, int y, int z) const {
    return read<T, mode>({.shape = SurfaceShape::surface_3d, .x_bytes = x_bytes, .y = y, .z = z});
  }
  /// A texel of a layered surface of rank 1.
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION void write_1d_layered(T value, int x, int layer) const {
    write<T, mode>(value, {.shape = SurfaceShape::layered_1d, .x_bytes = byte_offset<T>(x), .z = layer});
  }
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION T read_1d_layered(int x, int layer) const {
    return read<T, mode>({.shape = SurfaceShape::layered_1d, .x_bytes = byte_offset<T>(x), .z = layer});
  }
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION void write_1d_layered_bytes(T value, int x_bytes, int layer) const {
    write<T, mode>(value, {.shape = SurfaceShape::layered_1d, .x_bytes = x_bytes, .z = layer});
  }
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION T read_1d_layered_bytes(int x_bytes, int layer) const {
    return read<T, mode>({.shape = SurfaceShape::layered_1d, .x_bytes = x_bytes, .z = layer});
  }
  /// A texel of a layered surface of rank 2.
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION void write_2d_layered(T value, int x, int y, int layer) const {
    write<T, mode>(value, {.shape = SurfaceShape::layered_2d, .x_bytes = byte_offset<T>(x), .y = y, .z = layer});
  }
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION T read_2d_layered(int x, int y, int layer) const {
    return read<T, mode>({.shape = SurfaceShape::layered_2d, .x_bytes = byte_offset<T>(x), .y = y, .z = layer});
  }
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION void write_2d_layered_bytes(T value, int x_bytes, int y, int layer) const {
    write<T, mode>(value, {.shape = SurfaceShape::layered_2d, .x_bytes = x_bytes, .y = y, .z = layer});
  }
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION T read_2d_layered_bytes(int x_bytes, int y, int layer) const {
    return read<T, mode>({.shape = SurfaceShape::layered_2d, .x_bytes = x_bytes, .y = y, .z = layer});
  }

  /// Faces in the order +x, −x, +y, −y, +z, −z.
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION void write_cube(T value, int x, int y, int face) const {
    write<T, mode>(value, {.shape = SurfaceShape::cube_map, .x_bytes = byte_offset<T>(x), .y = y, .z = face});
  }
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION T read_cube(int x, int y, int face) const {
    return read<T, mode>({.shape = SurfaceShape::cube_map, .x_bytes = byte_offset<T>(x), .y = y, .z = face});
  }
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION void write_cube_bytes(T value, int x_bytes, int y, int face) const {
    write<T, mode>(value, {.shape = SurfaceShape::cube_map, .x_bytes = x_bytes, .y = y, .z = face});
  }
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION T read_cube_bytes(int x_bytes, int y, int face) const {
    return read<T, mode>({.shape = SurfaceShape::cube_map, .x_bytes = x_bytes, .y = y, .z = face});
  }

  /// `layer_face` is 6 · layer + face.
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION void write_cube_layered(T value, int x, int y, int layer_face) const {
    write<T, mode>(value,
                   {.shape = SurfaceShape::layered_cube_map, .x_bytes = byte_offset<T>(x), .y = y, .z = layer_face});
  }
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION T read_cube_layered(int x, int y, int layer_face) const {
    return read<T, mode>(
        {.shape = SurfaceShape::layered_cube_map, .x_bytes = byte_offset<T>(x), .y = y, .z = layer_face});
  }
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION void write_cube_layered_bytes(T value, int x_bytes, int y, int layer_face) const {
    write<T, mode>(value, {.shape = SurfaceShape::layered_cube_map, .x_bytes = x_bytes, .y = y, .z = layer_face});
  }
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION T read_cube_layered_bytes(int x_bytes, int y, int layer_face) const {
    return read<T, mode>({.shape = SurfaceShape::layered_cube_map, .x_bytes = x_bytes, .y = y, .z = layer_face});
  }

  /// A general access.
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION void write(T value, const SurfaceAccess& at) const {
#ifdef __CUDA_ARCH__
    detail::device_write<T, mode>(handle_, value, at);
#else
    TEXELSCOPE_RETURN_IF_RECORDING((detail::recorded_write<T, mode>(handle_, value, at)))
    detail::host_write<T, mode>(handle_, value, at);
#endif
  }
  template <class T, BoundaryMode mode = BoundaryMode::trap>
  TEXELSCOPE_KERNEL_FUNCTION T read(const SurfaceAccess& at) const {
#ifdef __CUDA_ARCH__
    return detail::device_read<T, mode>(handle_, at);
#else
    TEXELSCOPE_RETURN_IF_RECORDING((detail::recorded_read<T, mode>(handle_, at)))
    return detail::host_read<T, mode>(handle_, at);
#endif
  }

 private:
  /// A limit beyond the widest array, so that a coordinate far outside stays outside instead of wrapping around into
  /// the array.
  static constexpr int far_outside = 1 << 26;

  template <class T>
  TEXELSCOPE_KERNEL_FUNCTION static int byte_offset(int x) {
    static_assert(sizeof(T) <= 16);
    const int bounded = x < -far_outside ? -far_outside : (x > far_outside ? far_outside : x);
    return bounded * static_cast<int>(sizeof(T));
  }

  std::uint64_t handle_ = 0;
};

}  // namespace texelscope::kernels
