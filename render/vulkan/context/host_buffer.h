#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "render/common/pixel_rect.h"
#include "render/vulkan/context/context_state.h"

namespace texelscope::render::vulkan {

/// A buffer in host-visible memory: commands copy into it or from it, or draw from it.
class HostBuffer {
 public:
  /// @throws Error when out of memory.
  HostBuffer(std::shared_ptr<ContextState> context, std::size_t size_bytes, VkBufferUsageFlags usage);
  ~HostBuffer();
  HostBuffer(const HostBuffer&) = delete;
  HostBuffer& operator=(const HostBuffer&) = delete;

  [[nodiscard]] VkBuffer handle() const noexcept { return buffer_; }
  [[nodiscard]] std::span<std::byte> bytes() const noexcept { return bytes_; }

 private:
  void close() noexcept;

  std::shared_ptr<ContextState> context_;
  VkBuffer buffer_ = VK_NULL_HANDLE;
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
  std::span<std::byte> bytes_;
};

/// The size of a box of texels in bytes. @throws Error if the box exceeds `what` ("an image") of `width` × `height`
/// texels, or its size differs from `available` bytes.
[[nodiscard]] std::size_t require_box(const PixelRect& box, std::string_view what, int width, int height,
                                      std::size_t texel_bytes, std::size_t available);

/// A box of an image with one level, with consecutive rows from a buffer's first byte on.
[[nodiscard]] VkBufferImageCopy copy_of(const PixelRect& box);

}  // namespace texelscope::render::vulkan
