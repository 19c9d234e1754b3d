#pragma once

#include <array>
#include <optional>
#include <vector>

#include "app/labs/texture/texture_work.h"
#include "app/texture/sample_plane.h"
#include "texelscope/gpu/device.h"

namespace texelscope::app {

/// The texture lab's textures on a device, and their readers. All calls wait for the device. Belongs to one thread.
class TextureSampler {
 public:
  explicit TextureSampler(const gpu::Device& device);

  /// Whether this descriptor has a texture.
  [[nodiscard]] bool has(std::size_t side) const { return textures_[side].has_value(); }
  /// Uploads the texels and binds them with every displayed descriptor that can be bound. @throws gpu::Error when the
  /// device fails.
  void bind(const TextureWork& work, const std::array<bool, 2>& shown);
  /// Retains the texels, and binds changed descriptors.
  void rebind(const TextureWork& work, const std::array<bool, 2>& shown);

  /// One result for each pixel of a plane, rows starting at y = 0.
  [[nodiscard]] std::vector<FetchedTexel> sample(std::size_t side, const FetchPlane& plane);
  [[nodiscard]] FetchedTexel sample(std::size_t side, const kernels::TextureFetch& fetch);

 private:
  gpu::Stream stream_;
  std::array<std::optional<gpu::TextureObject>, 2> textures_;
  std::array<ResultKind, 2> kinds_{};
  std::optional<gpu::Buffer> results_;
};

}  // namespace texelscope::app
