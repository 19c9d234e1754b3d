#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/mipmapped_array.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/gpu/texture_object.h"
#include "texelscope/kernels/launch.h"
#include "texelscope/kernels/surface.h"
#include "texelscope/kernels/texture.h"

/// Arrays that scene kernels write and read.
namespace texelscope::app {

/// An extent from a frame's units; at least one texel along each axis.
[[nodiscard]] inline gpu::Extent extent_2d(int width, int height) {
  return {static_cast<std::uint64_t>(width > 1 ? width : 1), static_cast<std::uint64_t>(height > 1 ? height : 1)};
}

/// Linear filtering at coordinates of 0 … 1.
[[nodiscard]] inline gpu::TextureDescriptor linear_normalized(gpu::AddressMode address_mode) {
  return {.address_mode = address_mode, .filter_mode = gpu::FilterMode::linear, .normalized_coords = true};
}

/// A texture that reads an array of any format as floats.
[[nodiscard]] inline gpu::TextureObject float_texture(const gpu::CUDAArray& array, gpu::TextureDescriptor descriptor) {
  descriptor.read_mode =
      gpu::is_floating_point(array.format()) ? gpu::ReadMode::element : gpu::ReadMode::normalized_float;
  return gpu::TextureObject::from_array(array, descriptor);
}

/// An array that kernels write through its surface, for others to read through it or a texture.
class SurfaceArray {
 public:
  SurfaceArray(const gpu::Device& device, gpu::ArrayDescriptor descriptor)
      : array_{gpu::CUDAArray::from_descriptor(device, with_surface(descriptor))},
        surface_{gpu::SurfaceObject::from_array(array_)} {}

  [[nodiscard]] const gpu::CUDAArray& array() const noexcept { return array_; }
  [[nodiscard]] kernels::Surface surface() const { return kernels::Surface(surface_.handle()); }

 private:
  static gpu::ArrayDescriptor with_surface(gpu::ArrayDescriptor descriptor) {
    descriptor.is_surface_load_store = true;
    return descriptor;
  }

  gpu::CUDAArray array_;
  gpu::SurfaceObject surface_;
};

/// A SurfaceArray with a texture that reads it as floats.
class SampledArray : public SurfaceArray {
 public:
  SampledArray(const gpu::Device& device, const gpu::ArrayDescriptor& descriptor,
               const gpu::TextureDescriptor& texture_descriptor)
      : SurfaceArray{device, descriptor}, texture_{float_texture(array(), texture_descriptor)} {}

  [[nodiscard]] kernels::Texture texture() const { return kernels::Texture(texture_.handle()); }

 private:
  gpu::TextureObject texture_;
};

/// Two alternating arrays: a step reads the current array and writes the other.
template <typename Array>
class ArrayPair {
 public:
  template <typename... Arguments>
  explicit ArrayPair(const gpu::Device& device, const Arguments&... arguments)
      : arrays_{Array(device, arguments...), Array(device, arguments...)} {}

  [[nodiscard]] const Array& current() const { return arrays_[index_]; }
  [[nodiscard]] const Array& other() const { return arrays_[1 - index_]; }
  void swap() { index_ = 1 - index_; }

 private:
  std::array<Array, 2> arrays_;
  std::size_t index_ = 0;
};

/// All mip levels of a square picture of RGBA bytes, each with a surface through which kernels write it.
class MipmapLevels {
 public:
  MipmapLevels(const gpu::Device& device, std::int32_t size)
      : size_{size},
        array_{gpu::MipmappedArray::from_descriptor(device, {extent_2d(size, size), gpu::DataType::uint8, 4, true},
                                                    gpu::full_level_count(extent_2d(size, size)))} {
    for (unsigned level = 0; level < array_.num_levels(); ++level) {
      surfaces_.push_back(gpu::SurfaceObject::from_array(array_.level(level)));
    }
  }

  /// A texture that repeats, linear within a level.
  [[nodiscard]] gpu::TextureObject texture(gpu::FilterMode between_levels) const {
    return gpu::TextureObject::from_resource(gpu::ResourceDescriptor::from_mipmapped_array(array_),
                                             {.address_mode = gpu::AddressMode::wrap,
                                              .filter_mode = gpu::FilterMode::linear,
                                              .read_mode = gpu::ReadMode::normalized_float,
                                              .normalized_coords = true,
                                              .mipmap_filter_mode = between_levels,
                                              .max_mipmap_level_clamp = static_cast<float>(surfaces_.size() - 1)});
  }

  [[nodiscard]] kernels::Surface surface(std::size_t level) const {
    return kernels::Surface(surfaces_[level].handle());
  }

  /// Writes each level except the largest by Halve{from, to}, from the previous one.
  template <typename Halve>
  void write_smaller(const gpu::Stream& stream) const {
    for (std::size_t level = 1; level < surfaces_.size(); ++level) {
      kernels::launch(stream, {size_ >> level, size_ >> level}, Halve{surface(level - 1), surface(level)});
    }
  }

 private:
  std::int32_t size_;
  gpu::MipmappedArray array_;
  std::vector<gpu::SurfaceObject> surfaces_;
};

}  // namespace texelscope::app
