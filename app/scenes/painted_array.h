#pragma once

#include <cstdint>

#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/gpu/texture_object.h"
#include "texelscope/kernels/surface.h"

namespace texelscope::app {

/// An extent from what frames count in; at least one texel along each axis.
[[nodiscard]] inline gpu::Extent painted_extent(int width, int height) {
  return {static_cast<std::uint64_t>(width > 1 ? width : 1), static_cast<std::uint64_t>(height > 1 ? height : 1)};
}

/// An array that kernels write through its surface, for others to read through it or a texture.
class PaintedArray {
 public:
  PaintedArray(const gpu::Device& device, gpu::ArrayDescriptor descriptor)
      : array_{gpu::CUDAArray::from_descriptor(device, with_surface(descriptor))},
        surface_{gpu::SurfaceObject::from_array(array_)} {}

  [[nodiscard]] const gpu::CUDAArray& array() const noexcept { return array_; }
  [[nodiscard]] kernels::Surface surface() const { return kernels::Surface(surface_.handle()); }
  [[nodiscard]] gpu::TextureObject texture(const gpu::TextureDescriptor& descriptor) const {
    return gpu::TextureObject::from_array(array_, descriptor);
  }

 private:
  static gpu::ArrayDescriptor with_surface(gpu::ArrayDescriptor descriptor) {
    descriptor.is_surface_load_store = true;
    return descriptor;
  }

  gpu::CUDAArray array_;
  gpu::SurfaceObject surface_;
};

}  // namespace texelscope::app
