#pragma once

#include <cstddef>
#include <memory>

#include "render/vulkan/context/context.h"
#include "render/vulkan/image/shared_resource.h"

namespace texelscope::render::vulkan {

struct VertexBufferState;

/// Vertices that a compute device writes and Vulkan draws, in turns. Contents undefined at first.
class VertexBuffer final : public SharedResource {
 public:
  /// @throws Error when `size_bytes` is 0, when the device cannot share that way, or when memory is short.
  VertexBuffer(const Context& context, std::size_t size_bytes, Sharing sharing);
  ~VertexBuffer();

  [[nodiscard]] std::size_t size_bytes() const noexcept;
  [[nodiscard]] const std::shared_ptr<VertexBufferState>& state() const noexcept { return state_; }

 private:
  explicit VertexBuffer(std::shared_ptr<VertexBufferState> state);

  std::shared_ptr<VertexBufferState> state_;
};

}  // namespace texelscope::render::vulkan
