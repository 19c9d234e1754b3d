#include "app/interop/shared/shared_vulkan_image.h"

#include "app/interop/shared/shared_image.h"
#include "app/interop/shared/vulkan_acquisition.h"
#include "render/vulkan/draw/point_pass.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

/// A Vulkan vertex buffer in memory shared with the device, ordered as in SharedVulkanImage, and its renderer.
class SharedVulkanVertices final : public SharedVertices {
 public:
  /// @throws render::Error, gpu::Error.
  SharedVulkanVertices(const render::vulkan::Context& context, const gpu::Device& device, std::size_t capacity);
  ~SharedVulkanVertices() override;

  [[nodiscard]] std::unique_ptr<AcquiredVertices> acquire(const gpu::Stream& stream) override;
  [[nodiscard]] std::size_t capacity() const noexcept override { return vertices_->size_bytes() / sizeof(PointVertex); }
  void draw_points(SharedImage& target, const PointFrame& points) override;

 private:
  class Acquired;

  render::vulkan::PointPass pass_;
  std::shared_ptr<render::vulkan::VertexBuffer> vertices_;
  ImportedVulkanResource imported_;
  gpu::Buffer buffer_;
};

class SharedVulkanVertices::Acquired final : public AcquiredVertices {
 public:
  Acquired(SharedVulkanVertices& vertices, const gpu::Stream& stream)
      : buffer_{vertices.buffer_}, acquisition_{std::array{&vertices.imported_}, stream} {}

  [[nodiscard]] const gpu::Buffer& buffer() const override { return buffer_; }
  void release() override { acquisition_.release(); }

 private:
  gpu::Buffer buffer_;
  VulkanAcquisition acquisition_;
};

SharedVulkanVertices::SharedVulkanVertices(const render::vulkan::Context& context, const gpu::Device& device,
                                           std::size_t capacity)
    : pass_{context},
      vertices_{std::make_shared<render::vulkan::VertexBuffer>(context, capacity * sizeof(PointVertex),
                                                               vulkan_sharing_with(device))},
      imported_{device, vertices_},
      buffer_{imported_.memory().buffer(0, vertices_->size_bytes())} {}

SharedVulkanVertices::~SharedVulkanVertices() { imported_.last_use().wait_at_the_end(); }

std::unique_ptr<AcquiredVertices> SharedVulkanVertices::acquire(const gpu::Stream& stream) {
  return std::make_unique<Acquired>(*this, stream);
}

void SharedVulkanVertices::draw_points(SharedImage& target, const PointFrame& points) {
  const auto* const image = dynamic_cast<const SharedVulkanImage*>(&target);
  if (image == nullptr) {
    throw gpu::InvalidArgument(
        "Vulkan cannot draw vertices into a different renderer's image; create both with one ImageSharing");
  }
  pass_.draw(image->image(), points.background, *vertices_, points.count);
}

}  // namespace

std::unique_ptr<SharedVertices> make_vulkan_vertices(const render::vulkan::Context& context, const gpu::Device& device,
                                                     std::size_t capacity) {
  return std::make_unique<SharedVulkanVertices>(context, device, capacity);
}

}  // namespace texelscope::app
