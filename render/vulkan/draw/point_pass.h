#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "render/vulkan/context/context.h"
#include "render/vulkan/draw/vertex_buffer.h"
#include "render/vulkan/image/image.h"

namespace texelscope::render::vulkan {

/// Draws points of one pixel into an image of 8 bits a channel, as gl::PointPass does, by the same shader. It draws
/// into an image of its own, which is copied: what a compute device imports as an array is no color attachment.
class PointPass {
 public:
  /// @throws Error.
  explicit PointPass(const Context& context);
  /// Waits for what it drew.
  ~PointPass();
  PointPass(const PointPass&) = delete;
  PointPass& operator=(const PointPass&) = delete;

  /// Makes every texel the background, and adds the first `count` points, which lie as PointLayout says. Does not wait.
  /// @throws Error when the image or the buffer is acquired, the image holds floats, or the buffer has fewer points.
  void draw(const Image& target, const std::array<std::uint8_t, 4>& background, const VertexBuffer& vertices,
            std::size_t count);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace texelscope::render::vulkan
