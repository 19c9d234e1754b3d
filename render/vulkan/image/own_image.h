#pragma once

#include <memory>
#include <string>

#include "render/vulkan/context/context_state.h"

namespace texelscope::render::vulkan {

/// @throws Error unless `what`, an image, has 1 to the device's limit of texels each way.
void require_extent(const ContextState& context, const std::string& what, int width, int height);

/// A 2D image of one level with memory of its own, on the device, that nobody else shares.
class OwnImage {
 public:
  /// @throws Error when width or height is < 1 or beyond the device's limit, or when memory is short.
  OwnImage(std::shared_ptr<ContextState> context, VkFormat format, int width, int height, VkImageUsageFlags usage);
  /// What uses it must be done.
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
