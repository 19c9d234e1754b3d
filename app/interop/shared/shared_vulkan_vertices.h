#pragma once

#include "app/interop/shared/shared_vertices.h"
#include "app/interop/shared/vulkan_acquire.h"
#include "render/vulkan/draw/point_pass.h"
#include "texelscope/gpu/buffer.h"

namespace texelscope::app {

/// A Vulkan vertex buffer whose memory is the device's, in turns as SharedVulkanImage, and what draws it.
class SharedVulkanVertices final : public SharedVertices {
 public:
  /// @throws render::Error, gpu::Error.
  SharedVulkanVertices(const render::vulkan::Context& context, const gpu::Device& device, std::size_t capacity);
  ~SharedVulkanVertices() override;

  [[nodiscard]] std::unique_ptr<AcquiredVertices> acquire(const gpu::Stream& stream) override;
  [[nodiscard]] std::size_t capacity() const noexcept override { return vertices_->size_bytes() / sizeof(PointVertex); }
  void draw_points(SharedImage& target, const PointFrame& points) override;

 private:
  class Lent;

  render::vulkan::PointPass pass_;
  std::shared_ptr<render::vulkan::VertexBuffer> vertices_;
  ImportedVulkanResource imported_;
  gpu::Buffer buffer_;
};

}  // namespace texelscope::app
