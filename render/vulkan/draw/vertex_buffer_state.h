#pragma once

#include <memory>

#include "render/vulkan/image/shared_state.h"

namespace texelscope::render::vulkan {

/// The objects of a vertex buffer.
struct VertexBufferState final : SharedState {
  VertexBufferState(std::shared_ptr<ContextState> context, std::size_t size_bytes, Sharing sharing);
  ~VertexBufferState() override;

  std::size_t size_bytes;
  VkBuffer buffer = VK_NULL_HANDLE;

 private:
  void make_buffer();
  void close() noexcept;
  void hand_over(VkCommandBuffer commands, const Side& from, const Side& to) const override;
};

}  // namespace texelscope::render::vulkan
