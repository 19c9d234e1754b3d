#pragma once

#include <cstdint>

#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/gpu/texture_object.h"
#include "texelscope/kernels/surface.h"

namespace texelscope::app {

/// An array that kernels write, and the surface they do it through.
struct SurfaceArray {
  SurfaceArray(const gpu::Device& device, const gpu::Extent& extent, gpu::DataType format, int channels)
      : array{gpu::CUDAArray::from_descriptor(device, {extent, format, channels, true})},
        surface{gpu::SurfaceObject::from_array(array)} {}

  [[nodiscard]] kernels::Surface view() const { return kernels::Surface(surface.handle()); }

  /// Reads it as floats at coordinates of 0 … 1.
  [[nodiscard]] gpu::TextureObject texture(gpu::AddressMode address_mode, gpu::FilterMode filter_mode) const {
    const gpu::ReadMode read_mode =
        gpu::is_floating_point(array.format()) ? gpu::ReadMode::element : gpu::ReadMode::normalized_float;
    return gpu::TextureObject::from_array(
        array,
        {.address_mode = address_mode, .filter_mode = filter_mode, .read_mode = read_mode, .normalized_coords = true});
  }

  gpu::CUDAArray array;
  gpu::SurfaceObject surface;
};

/// The extent of an image as arrays count it.
[[nodiscard]] inline gpu::Extent extent_2d(int width, int height) {
  return {static_cast<std::uint64_t>(width), static_cast<std::uint64_t>(height)};
}

}  // namespace texelscope::app
