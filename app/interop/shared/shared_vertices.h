#pragma once

#include <cstddef>
#include <memory>

#include "app/scene/point_vertex.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::app {

class SharedImage;

/// Vertices lent to the device for one frame: memory to write until it is given back or goes out of scope.
class AcquiredVertices {
 public:
  AcquiredVertices() = default;
  AcquiredVertices(const AcquiredVertices&) = delete;
  AcquiredVertices& operator=(const AcquiredVertices&) = delete;
  /// Gives back what was not; a failure is reported as a diagnostic.
  virtual ~AcquiredVertices() = default;

  /// At least SharedVertices::capacity() of PointVertex. What a loan before wrote may be gone.
  [[nodiscard]] virtual const gpu::Buffer& buffer() const = 0;
  /// Ends the loan: what the renderer draws from now on comes after what the stream wrote. @throws gpu::Error,
  /// render::Error.
  virtual void release() = 0;
};

/// A vertex buffer that a renderer draws and kernels write, shared once and lent for each frame.
class SharedVertices {
 public:
  SharedVertices() = default;
  SharedVertices(const SharedVertices&) = delete;
  SharedVertices& operator=(const SharedVertices&) = delete;
  virtual ~SharedVertices() = default;

  /// Lends it on `stream`, behind what the renderer draws of it. One AcquiredVertices at a time. @throws gpu::Error,
  /// render::Error.
  [[nodiscard]] virtual std::unique_ptr<AcquiredVertices> acquire(const gpu::Stream& stream) = 0;
  [[nodiscard]] virtual std::size_t capacity() const noexcept = 0;
  /// Makes every pixel of `target` the background, and adds the first `points.count` vertices. Does not wait. @throws
  /// render::Error when one of both is lent, there are fewer vertices, or `target` is of floats, whose sums would
  /// depend on the order; gpu::InvalidArgument when it is another renderer's.
  virtual void draw_points(SharedImage& target, const PointFrame& points) = 0;
};

}  // namespace texelscope::app
