#pragma once

#include "app/interop/shared/shared_vertices.h"
#include "render/gl/buffer.h"
#include "render/gl/point_pass.h"
#include "texelscope/gpu/gl_context.h"
#include "texelscope/gpu/graphics_resource.h"

namespace texelscope::app {

/// A GL buffer, registered once and mapped for each loan, and what draws it.
class SharedGLVertices final : public SharedVertices {
 public:
  /// @throws render::Error, gpu::Error.
  SharedGLVertices(const gpu::GLContext& context, std::size_t capacity);

  /// Maps the buffer on `stream`.
  [[nodiscard]] std::unique_ptr<AcquiredVertices> acquire(const gpu::Stream& stream) override;
  [[nodiscard]] std::size_t capacity() const noexcept override { return buffer_.size() / sizeof(PointVertex); }
  void draw_points(SharedImage& target, const PointFrame& points) override;

  [[nodiscard]] const render::gl::Buffer& buffer() const noexcept { return buffer_; }

 private:
  class Lent;

  render::gl::PointPass pass_;
  // The buffer must outlive its registration.
  render::gl::Buffer buffer_;
  gpu::GraphicsResource resource_;
};

}  // namespace texelscope::app
