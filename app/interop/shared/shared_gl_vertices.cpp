#include "app/interop/shared/shared_gl_image.h"

#include <cstddef>
#include <utility>

#include "app/interop/shared/shared_image.h"
#include "render/common/point_layout.h"
#include "render/gl/buffer.h"
#include "render/gl/point_pass.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/gl_context.h"
#include "texelscope/gpu/graphics_resource.h"

namespace texelscope::app {
namespace {

/// A GL buffer, registered once and mapped for each frame, and its renderer.
class SharedGLVertices final : public SharedVertices {
 public:
  /// @throws render::Error, gpu::Error.
  SharedGLVertices(const gpu::GLContext& context, std::size_t capacity);

  /// Maps the buffer on `stream`.
  [[nodiscard]] std::unique_ptr<AcquiredVertices> acquire(const gpu::Stream& stream) override;
  [[nodiscard]] std::size_t capacity() const noexcept override { return buffer_.size() / sizeof(PointVertex); }
  void draw_points(SharedImage& target, const PointFrame& points) override;

 private:
  class Acquired;

  render::gl::PointPass pass_;
  // The buffer must outlive its registration.
  render::gl::Buffer buffer_;
  gpu::GraphicsResource resource_;
};

static_assert(sizeof(PointVertex) == render::PointLayout::bytes);
static_assert(offsetof(PointVertex, x) == render::PointLayout::pixel_offset);
static_assert(offsetof(PointVertex, color) == render::PointLayout::color_offset);

class SharedGLVertices::Acquired final : public AcquiredVertices {
 public:
  Acquired(SharedGLVertices& vertices, gpu::Mapping mapping)
      : vertices_{vertices}, mapping_{std::move(mapping)}, buffer_{mapping_.buffer()} {
    vertices_.buffer_.set_acquired(true);
  }

  ~Acquired() override {
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
  return std::make_unique<Acquired>(*this, resource_.map(stream));
}

void SharedGLVertices::draw_points(SharedImage& target, const PointFrame& points) {
  const auto* const image = dynamic_cast<const SharedGLImage*>(&target);
  if (image == nullptr) {
    throw gpu::InvalidArgument(
        "GL cannot draw vertices into a different renderer's image; create both with one ImageSharing");
  }
  pass_.draw(image->texture(), points.background, buffer_, points.count);
}

}  // namespace

std::unique_ptr<SharedVertices> make_gl_vertices(const gpu::GLContext& context, std::size_t capacity) {
  return std::make_unique<SharedGLVertices>(context, capacity);
}

}  // namespace texelscope::app
