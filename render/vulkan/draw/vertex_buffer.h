#pragma once

#include <cstddef>
#include <memory>

#include "render/vulkan/context/context.h"
#include "render/vulkan/image/shared_resource.h"
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

struct VertexBufferState;

/// Vertices that a compute device writes and Vulkan draws, alternately. Contents initially undefined.
class VertexBuffer final : public SharedResource {
 public:
  /// @throws Error when `size_bytes` is 0, when the device does not support that sharing, or when out of memory.
  VertexBuffer(const Context& context, std::size_t size_bytes, Sharing sharing);
  ~VertexBuffer();

  [[nodiscard]] std::size_t size_bytes() const noexcept;
  [[nodiscard]] const std::shared_ptr<VertexBufferState>& state() const noexcept { return state_; }

 private:
  explicit VertexBuffer(std::shared_ptr<VertexBufferState> state);

  std::shared_ptr<VertexBufferState> state_;
};

}  // namespace texelscope::render::vulkan
