#include "app/interop/shared/shared_gl_vertices.h"

#include <cstddef>
#include <utility>

#include "app/interop/shared/shared_gl_image.h"
#include "render/common/point_layout.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {

static_assert(sizeof(PointVertex) == render::PointLayout::bytes);
static_assert(offsetof(PointVertex, x) == render::PointLayout::pixel_offset);
static_assert(offsetof(PointVertex, color) == render::PointLayout::color_offset);

class SharedGLVertices::Lent final : public AcquiredVertices {
 public:
  Lent(SharedGLVertices& vertices, gpu::Mapping mapping)
      : vertices_{vertices}, mapping_{std::move(mapping)}, buffer_{mapping_.buffer()} {
    vertices_.buffer_.set_acquired(true);
  }

  ~Lent() override {
    mapping_.close();
    vertices_.buffer_.set_acquired(false);
  }

  [[nodiscard]] const gpu::Buffer& buffer() const override { return buffer_; }

  void release() override {
    mapping_.unmap();
    vertices_.buffer_.set_acquired(false);
  }

 private:
  SharedGLVertices& vertices_;
  gpu::Mapping mapping_;
  gpu::Buffer buffer_;
};

SharedGLVertices::SharedGLVertices(const gpu::GLContext& context, std::size_t capacity)
    : buffer_{capacity * sizeof(PointVertex)},
      resource_{gpu::GraphicsResource::from_gl_buffer(context, buffer_.name(), gpu::GraphicsFlags::write_discard)} {}

std::unique_ptr<AcquiredVertices> SharedGLVertices::acquire(const gpu::Stream& stream) {
  return std::make_unique<Lent>(*this, resource_.map(stream));
}

void SharedGLVertices::draw_points(SharedImage& target, const PointFrame& points) {
  const auto* const image = dynamic_cast<const SharedGLImage*>(&target);
  if (image == nullptr) {
    throw gpu::InvalidArgument("GL cannot draw vertices into another renderer's image: make both by one ImageSharing");
  }
  pass_.draw(image->texture(), points.background, buffer_, points.count);
}

}  // namespace texelscope::app
