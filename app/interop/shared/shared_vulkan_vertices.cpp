#include "app/interop/shared/shared_vulkan_vertices.h"

#include "app/interop/shared/shared_vulkan_image.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {

class SharedVulkanVertices::Lent final : public AcquiredVertices {
 public:
  Lent(SharedVulkanVertices& vertices, const gpu::Stream& stream)
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
  return std::make_unique<Lent>(*this, stream);
}

void SharedVulkanVertices::draw_points(SharedImage& target, const PointFrame& points) {
  const auto* const image = dynamic_cast<const SharedVulkanImage*>(&target);
  if (image == nullptr) {
    throw gpu::InvalidArgument(
        "Vulkan cannot draw vertices into another renderer's image: make both by one ImageSharing");
  }
  pass_.draw(image->image(), points.background, *vertices_, points.count);
}

}  // namespace texelscope::app
