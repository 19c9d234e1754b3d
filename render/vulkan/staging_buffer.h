#pragma once

#include <memory>
#include <span>

#include "render/vulkan/context_state.h"

namespace texelscope::render::vulkan {

/// Host memory that commands copy into, to be read when they are done.
class StagingBuffer {
 public:
  /// @throws Error when memory is short.
  StagingBuffer(std::shared_ptr<ContextState> context, std::size_t size_bytes);
  ~StagingBuffer();
  StagingBuffer(const StagingBuffer&) = delete;
  StagingBuffer& operator=(const StagingBuffer&) = delete;

  [[nodiscard]] VkBuffer handle() const noexcept { return buffer_; }
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return bytes_; }

 private:
  void close() noexcept;

  std::shared_ptr<ContextState> context_;
  VkBuffer buffer_ = VK_NULL_HANDLE;
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
  std::span<const std::byte> bytes_;
};

}  // namespace texelscope::render::vulkan
