#pragma once

#include <memory>

#include "render/vulkan/context/context_state.h"
#include "render/vulkan/image/color_format.h"

namespace texelscope::render::vulkan {

[[nodiscard]] constexpr VkFormat native(ColorFormat format) noexcept {
  return format == ColorFormat::rgba8 ? VK_FORMAT_R8G8B8A8_UNORM : VK_FORMAT_B8G8R8A8_UNORM;
}

/// Drawing into one image of a format: clears it first, and leaves it in a layout.
class RenderPass {
 public:
  /// @throws Error.
  RenderPass(std::shared_ptr<ContextState> context, ColorFormat format, VkImageLayout final_layout);
  ~RenderPass();
  RenderPass(const RenderPass&) = delete;
  RenderPass& operator=(const RenderPass&) = delete;

  [[nodiscard]] VkRenderPass handle() const noexcept { return handle_; }

 private:
  std::shared_ptr<ContextState> context_;
  VkRenderPass handle_ = VK_NULL_HANDLE;
};

/// An image to draw into.
class RenderTarget {
 public:
  /// The image and the pass must outlive it. @throws Error.
  RenderTarget(std::shared_ptr<ContextState> context, const RenderPass& pass, VkImage image, ColorFormat format,
               VkExtent2D extent);
  /// Work that draws into it must have finished.
  ~RenderTarget();
  RenderTarget(const RenderTarget&) = delete;
  RenderTarget& operator=(const RenderTarget&) = delete;

  [[nodiscard]] VkRenderPass pass() const noexcept { return pass_; }
  [[nodiscard]] VkFramebuffer framebuffer() const noexcept { return framebuffer_; }
  [[nodiscard]] VkExtent2D extent() const noexcept { return extent_; }

 private:
  void close() noexcept;

  std::shared_ptr<ContextState> context_;
  VkRenderPass pass_;
  VkExtent2D extent_;
  VkImageView view_ = VK_NULL_HANDLE;
  VkFramebuffer framebuffer_ = VK_NULL_HANDLE;
};

}  // namespace texelscope::render::vulkan
