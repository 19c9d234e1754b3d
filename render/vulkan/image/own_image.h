#pragma once

#include <memory>
#include <string>

#include "render/vulkan/context/context_state.h"

namespace texelscope::render::vulkan {

/// @throws Error unless `what`, an image, has at least 1 texel per axis and at most the device's limit.
void require_extent(const ContextState& context, const std::string& what, int width, int height);

/// A 2D image of one level with its own device memory, which is not shared.
class OwnImage {
 public:
  /// @throws Error if width or height is < 1 or exceeds the device's limit, or when out of memory.
  OwnImage(std::shared_ptr<ContextState> context, VkFormat format, int width, int height, VkImageUsageFlags usage);
  /// Work that uses it must have finished.
  ~OwnImage();
  OwnImage(const OwnImage&) = delete;
  OwnImage& operator=(const OwnImage&) = delete;

  [[nodiscard]] VkImage handle() const noexcept { return image_; }

 private:
  void close() noexcept;

  std::shared_ptr<ContextState> context_;
  VkImage image_ = VK_NULL_HANDLE;
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
};

}  // namespace texelscope::render::vulkan
