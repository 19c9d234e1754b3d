#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "render/vulkan/context/context.h"
#include "render/vulkan/draw/vertex_buffer.h"
#include "render/vulkan/image/image.h"

namespace texelscope::render::vulkan {

/// Draws points of one pixel into an image with 8 bits per channel, like gl::PointPass, with the same shader. It draws
/// into a separate image, which is copied: an image that a compute device imports as an array cannot be a color
/// attachment.
class PointPass {
 public:
  /// @throws Error.
  explicit PointPass(const Context& context);
  /// Waits for its drawings.
  ~PointPass();
  PointPass(const PointPass&) = delete;
  PointPass& operator=(const PointPass&) = delete;

  /// Clears to the background, and adds the first `count` points, laid out as in PointLayout. Does not wait. @throws
  /// Error if the image or the buffer is acquired, the image contains floats, or the buffer has fewer points.
  void draw(const Image& target, const std::array<std::uint8_t, 4>& background, const VertexBuffer& vertices,
            std::size_t count);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace texelscope::render::vulkan
