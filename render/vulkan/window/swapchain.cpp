#include "render/vulkan/window/swapchain.h"

#include "render/common/error.h"
#include "render/vulkan/context/call.h"
#include "render/vulkan/draw/drawing_state.h"
#include "render/vulkan/window/swapchain_state.h"

namespace texelscope::render::vulkan {

Swapchain::Swapchain(const Context& context, const Window& window, bool has_vsync)
    : state_{std::make_unique<State>(context, window, has_vsync)} {}

Swapchain::~Swapchain() = default;

ColorFormat Swapchain::format() const noexcept { return state_->format; }

bool Swapchain::show(const Drawing& drawing) {
  // The images of a window that is being resized may be out of date as soon as they are created.
  constexpr int max_attempts = 4;
  for (int attempt = 0; attempt < max_attempts; ++attempt) {
    const State::Turn turn = state_->draw(drawing);
    if (turn != State::Turn::again) {
      return turn == State::Turn::drawn;
    }
  }
  return false;
}

bool Swapchain::State::must_make_again(VkResult result, std::string_view function, std::string_view action) {
  switch (result) {
    case VK_SUCCESS:
      return false;
    case VK_SUBOPTIMAL_KHR:
    case VK_ERROR_OUT_OF_DATE_KHR:
      is_stale_ = true;
      return true;
    case VK_ERROR_SURFACE_LOST_KHR:
      drop_images();
      drop_surface();
      return true;
    default:
      is_stale_ = true;
      fail(function, result, action);
  }
}

Swapchain::State::Turn Swapchain::State::draw(const Drawing& drawing) {
  if (surface_ == VK_NULL_HANDLE) {
    make_surface();
  }
  VkSurfaceCapabilitiesKHR capabilities{};
  const VkResult asked = call("vkGetPhysicalDeviceSurfaceCapabilitiesKHR",
                              context->instance.functions().GetPhysicalDeviceSurfaceCapabilitiesKHR, context->physical,
                              surface_, &capabilities);
  if (must_make_again(asked, "vkGetPhysicalDeviceSurfaceCapabilitiesKHR", "query the window's size")) {
    return Turn::again;
  }
  const VkExtent2D extent = wanted_extent(capabilities);
  if (extent.width == 0 || extent.height == 0) {
    return Turn::hidden;
  }
  if (is_stale_ || swapchain_ == VK_NULL_HANDLE || extent.width != extent_.width || extent.height != extent_.height) {
    make_images(capabilities, extent);
  }
  Frame& frame = frames_[next_frame_];
  context->wait(frame.submission, "wait for an earlier frame");
  std::uint32_t index = 0;
  constexpr std::uint64_t patience_ns = 1'000'000'000;
  const VkFence no_fence = VK_NULL_HANDLE;
  const VkResult taken = call("vkAcquireNextImageKHR", context->functions.AcquireNextImageKHR, context->device,
                              swapchain_, patience_ns, frame.is_free, no_fence, &index);
  if (taken == VK_TIMEOUT || taken == VK_NOT_READY) {
    // For example, for a window that the desktop hides.
    return Turn::hidden;
  }
  // A suboptimal image is still drawn, because it has been acquired.
  if (taken != VK_SUBOPTIMAL_KHR && must_make_again(taken, "vkAcquireNextImageKHR", "acquire an image of the window")) {
    return Turn::again;
  }
  next_frame_ = (next_frame_ + 1) % frame_count;
  Shown& image = images_[index];
  // If this aborts, the image stays acquired.
  is_stale_ = true;
  const SemaphorePoint is_free{frame.is_free, 0};
  const SemaphorePoint drawn{image.drawn, 0};
  frame.submission = submit_drawing(*context, drawing.state(), image.target, {}, {&is_free, 1}, {&drawn, 1});
  const VkPresentInfoKHR info{.sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR,
                              .waitSemaphoreCount = 1,
                              .pWaitSemaphores = &image.drawn,
                              .swapchainCount = 1,
                              .pSwapchains = &swapchain_,
                              .pImageIndices = &index};
  const VkResult shown = context->present(info);
  is_stale_ = false;
  if (must_make_again(shown, "vkQueuePresentKHR", "present the frame") && shown != VK_SUBOPTIMAL_KHR) {
    return Turn::again;
  }
  is_stale_ = is_stale_ || taken == VK_SUBOPTIMAL_KHR;
  return Turn::drawn;
}

}  // namespace texelscope::render::vulkan
