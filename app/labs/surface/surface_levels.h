#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "app/images/image.h"
#include "app/labs/surface/surface_stroke.h"
#include "texelscope/gpu/mipmapped_array.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/gpu/texture_object.h"

namespace texelscope::app {

/// The levels of a mipmapped array of rank 2 on a device: a surface for each, and one texture over all of them.
class SurfaceLevels {
 public:
  /// Creates the array; its texels are undefined until set(). @throws gpu::InvalidArgument, gpu::DriverError.
  SurfaceLevels(const gpu::Device& device, const gpu::ArrayDescriptor& descriptor, unsigned num_levels);

  [[nodiscard]] gpu::Device device() const { return stream_.device(); }
  [[nodiscard]] std::size_t num_levels() const { return surfaces_.size(); }
  [[nodiscard]] const gpu::ArrayDescriptor& descriptor(std::size_t level) const { return descriptors_[level]; }

  // All of these wait for the device.
  void write(std::size_t level, const SurfaceStroke& stroke) const;
  void set(std::size_t level, std::span<const std::byte> texels) const;
  [[nodiscard]] std::vector<std::byte> texels(std::size_t level) const;

  /// The results of `width` × `height` texture fetches from a level, evenly spaced across the texture, in RGBA with 8
  /// bits per channel. As in texel_color(), 0 is black, and `white` is white.
  [[nodiscard]] std::shared_ptr<const Image> sampled(std::size_t level, gpu::FilterMode filter, double white, int width,
                                                     int height) const;
  /// Whether textures of this format can be filtered.
  [[nodiscard]] bool can_filter() const;

 private:
  [[nodiscard]] gpu::TextureObject make_texture(gpu::FilterMode filter) const;

  gpu::Stream stream_;
  gpu::MipmappedArray array_;
  std::vector<gpu::ArrayDescriptor> descriptors_;
  std::vector<gpu::SurfaceObject> surfaces_;
};

}  // namespace texelscope::app
