#include "render/vulkan/window/swapchain_state.h"

// Included after Vulkan's types, so that GLFW declares its Vulkan functions.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "render/common/error.h"
#include "render/vulkan/context/call.h"
#include "render/window/glfw_library.h"

namespace texelscope::render::vulkan {
namespace {

VkSemaphore make_semaphore(const ContextState& context) {
  const VkSemaphoreCreateInfo info{.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
  VkSemaphore semaphore = VK_NULL_HANDLE;
  require_call("vkCreateSemaphore", "create a semaphore", context.functions.CreateSemaphore, context.device, &info,
               nullptr, &semaphore);
  return semaphore;
}

}  // namespace

Swapchain::State::Shown::Shown(const std::shared_ptr<ContextState>& of, const RenderPass& pass, VkImage image,
                               ColorFormat format, VkExtent2D extent)
    : context{of}, target{of, pass, image, format, extent}, drawn{make_semaphore(*of)} {}

Swapchain::State::Shown::~Shown() { context->functions.DestroySemaphore(context->device, drawn, nullptr); }

Swapchain::State::State(const Context& of, const Window& shown_in, bool waits_for_display)
    : context{of.state()}, window{shown_in}, has_vsync{waits_for_display} {
  try {
    make_surface();
    choose_format();
    pass_.emplace(context, format, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
  } catch (...) {
    drop_surface();
    throw;
  }
}

Swapchain::State::~State() {
  drop_images();
  drop_surface();
}

void Swapchain::State::make_surface() {
  const VkResult result = call("glfwCreateWindowSurface", glfwCreateWindowSurface, context->instance.handle(),
                               window.handle(), nullptr, &surface_);
  if (result != VK_SUCCESS) {
    surface_ = VK_NULL_HANDLE;
    throw Unavailable{
        fmt::format("Vulkan cannot draw into this window: glfwCreateWindowSurface returned {} ({}); use --renderer "
                    "gl",
                    result_name(result), last_glfw_error())};
  }
  VkBool32 is_supported = VK_FALSE;
  require_call("vkGetPhysicalDeviceSurfaceSupportKHR", "query the window's device",
               context->instance.functions().GetPhysicalDeviceSurfaceSupportKHR, context->physical,
               context->queue_family, surface_, &is_supported);
  if (is_supported == VK_FALSE) {
    throw Unavailable{
        fmt::format("{} cannot present images in this window: use --renderer gl", context->description.name)};
  }
}

void Swapchain::State::choose_format() {
  const auto formats = list_all<VkSurfaceFormatKHR>([&](std::uint32_t* count, VkSurfaceFormatKHR* list) {
    require_call("vkGetPhysicalDeviceSurfaceFormatsKHR", "list the window's formats",
                 context->instance.functions().GetPhysicalDeviceSurfaceFormatsKHR, context->physical, surface_, count,
                 list);
  });
  // Bytes are displayed unchanged, as with GL.
  for (const ColorFormat wanted : {ColorFormat::bgra8, ColorFormat::rgba8}) {
    const bool is_there = std::ranges::any_of(formats, [&](const VkSurfaceFormatKHR& one) {
      return (one.format == native(wanted) || one.format == VK_FORMAT_UNDEFINED) &&
             one.colorSpace == VK_COLOR_SPACE_SRGB_NONLINEAR_KHR;
    });
    if (is_there) {
      format = wanted;
      return;
    }
  }
  throw Unavailable{fmt::format("{} has no unencoded window format with 8 bits per channel: use --renderer gl",
                                context->description.name)};
}

VkPresentModeKHR Swapchain::State::present_mode() const {
  if (has_vsync) {
    return VK_PRESENT_MODE_FIFO_KHR;
  }
  const auto modes = list_all<VkPresentModeKHR>([&](std::uint32_t* count, VkPresentModeKHR* list) {
    require_call("vkGetPhysicalDeviceSurfacePresentModesKHR", "list the present modes",
                 context->instance.functions().GetPhysicalDeviceSurfacePresentModesKHR, context->physical, surface_,
                 count, list);
  });
  for (const VkPresentModeKHR wanted : {VK_PRESENT_MODE_IMMEDIATE_KHR, VK_PRESENT_MODE_MAILBOX_KHR}) {
    if (std::ranges::find(modes, wanted) != modes.end()) {
      return wanted;
    }
  }
  return VK_PRESENT_MODE_FIFO_KHR;
}

VkExtent2D Swapchain::State::wanted_extent(const VkSurfaceCapabilitiesKHR& capabilities) const {
  if (window.is_minimized()) {
    return {};
  }
  // If the surface has no size, the images determine it (VkSurfaceCapabilitiesKHR::currentExtent).
  constexpr std::uint32_t none = 0xFFFFFFFFU;
  if (capabilities.currentExtent.width != none) {
    return capabilities.currentExtent;
  }
  return {std::clamp(static_cast<std::uint32_t>(window.framebuffer_width()), capabilities.minImageExtent.width,
                     capabilities.maxImageExtent.width),
          std::clamp(static_cast<std::uint32_t>(window.framebuffer_height()), capabilities.minImageExtent.height,
                     capabilities.maxImageExtent.height)};
}

void Swapchain::State::make_images(const VkSurfaceCapabilitiesKHR& capabilities, VkExtent2D extent) {
  drop_images();
  const std::uint32_t wanted = capabilities.minImageCount + 1;
  constexpr VkCompositeAlphaFlagBitsKHR opaque = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR;
  const VkSwapchainCreateInfoKHR info{
      .sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR,
      .surface = surface_,
      .minImageCount = capabilities.maxImageCount > 0 ? std::min(wanted, capabilities.maxImageCount) : wanted,
      .imageFormat = native(format),
      .imageColorSpace = VK_COLOR_SPACE_SRGB_NONLINEAR_KHR,
      .imageExtent = extent,
      .imageArrayLayers = 1,
      .imageUsage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT,
      .imageSharingMode = VK_SHARING_MODE_EXCLUSIVE,
      .preTransform = capabilities.currentTransform,
      .compositeAlpha =
          (capabilities.supportedCompositeAlpha & opaque) != 0 ? opaque : VK_COMPOSITE_ALPHA_INHERIT_BIT_KHR,
      .presentMode = present_mode(),
      .clipped = VK_TRUE};
  const std::string action = fmt::format("create the window's images of {} × {}", extent.width, extent.height);
  const DeviceFunctions& functions = context->functions;
  try {
    const VkResult result =
        call("vkCreateSwapchainKHR", functions.CreateSwapchainKHR, context->device, &info, nullptr, &swapchain_);
    // NVIDIA's driver needs DRI3, which Xvfb and most remote displays lack.
    if (result == VK_ERROR_UNKNOWN || result == VK_ERROR_INITIALIZATION_FAILED) {
      throw Unavailable{
          fmt::format("{} cannot present images in this window: vkCreateSwapchainKHR returned {}, as on X servers "
                      "without DRI3; use --renderer gl",
                      context->description.name, result_name(result))};
    }
    if (result != VK_SUCCESS) {
      fail("vkCreateSwapchainKHR", result, action);
    }
    const auto images = list_all<VkImage>([&](std::uint32_t* count, VkImage* list) {
      require_call("vkGetSwapchainImagesKHR", action, functions.GetSwapchainImagesKHR, context->device, swapchain_,
                   count, list);
    });
    for (VkImage image : images) {
      images_.emplace_back(context, *pass_, image, format, extent);
    }
    for (Frame& frame : frames_) {
      frame.is_free = make_semaphore(*context);
    }
  } catch (...) {
    drop_images();
    throw;
  }
  extent_ = extent;
  is_stale_ = false;
}

void Swapchain::State::drop_images() noexcept {
  try {
    context->wait_until_idle();
  } catch (const Error&) {
    // The device is lost, and its drawings with it.
  }
  images_.clear();
  for (Frame& frame : frames_) {
    context->functions.DestroySemaphore(context->device, frame.is_free, nullptr);
    frame = {};
  }
  context->functions.DestroySwapchainKHR(context->device, swapchain_, nullptr);
  swapchain_ = VK_NULL_HANDLE;
}

void Swapchain::State::drop_surface() noexcept {
  context->instance.functions().DestroySurfaceKHR(context->instance.handle(), surface_, nullptr);
  surface_ = VK_NULL_HANDLE;
}

}  // namespace texelscope::render::vulkan
