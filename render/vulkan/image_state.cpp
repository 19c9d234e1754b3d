#include "render/vulkan/image_state.h"

#include <fmt/format.h>

#include <utility>

#include "render/vulkan/call.h"
#include "render/vulkan/own_image.h"

namespace texelscope::render::vulkan {
namespace {

constexpr VkImageUsageFlags usage =
    VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;

}  // namespace

ImageState::ImageState(std::shared_ptr<ContextState> of, PixelFormat format_of_texels, int texels_across,
                       int texels_down, Sharing how)
    : SharedState{std::move(of), how,
                  fmt::format("{} image of {} × {} texels",
                              format_of_texels == PixelFormat::rgba8 ? "an RGBA8" : "an RGBA32F", texels_across,
                              texels_down)},
      format{format_of_texels},
      width{texels_across},
      height{texels_down} {
  require_extent(*context, text, width, height);
  try {
    make_image();
    begin();
  } catch (...) {
    close();
    throw;
  }
}

void ImageState::make_image() {
  const VkExternalMemoryImageCreateInfo external{.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO,
                                                 .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT};
  const bool is_exported = sharing == Sharing::exported;
  const VkImageCreateInfo info{.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                               .pNext = is_exported ? &external : nullptr,
                               .imageType = VK_IMAGE_TYPE_2D,
                               .format = native(format),
                               .extent = {static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), 1},
                               .mipLevels = 1,
                               .arrayLayers = 1,
                               .samples = VK_SAMPLE_COUNT_1_BIT,
                               .tiling = is_exported ? VK_IMAGE_TILING_OPTIMAL : VK_IMAGE_TILING_LINEAR,
                               .usage = usage,
                               .sharingMode = VK_SHARING_MODE_EXCLUSIVE,
                               .initialLayout = VK_IMAGE_LAYOUT_UNDEFINED};
  const VkPhysicalDeviceImageFormatInfo2 wanted{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2,
                                                .format = info.format,
                                                .type = info.imageType,
                                                .tiling = info.tiling,
                                                .usage = usage};
  VkImageFormatProperties2 possible{.sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2};
  require_call("vkGetPhysicalDeviceImageFormatProperties2", "make " + text,
               context->instance.functions().GetPhysicalDeviceImageFormatProperties2, context->physical, &wanted,
               &possible);
  const DeviceFunctions& functions = context->functions;
  require_call("vkCreateImage", "make " + text, functions.CreateImage, context->device, &info, nullptr, &image);
  VkMemoryRequirements needed{};
  functions.GetImageMemoryRequirements(context->device, image, &needed);
  allocate(needed, {.image = image});
  require_call("vkBindImageMemory", "make " + text, functions.BindImageMemory, context->device, image, memory,
               VkDeviceSize{0});
  if (!is_exported) {
    const VkImageSubresource part{.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT};
    VkSubresourceLayout layout{};
    functions.GetImageSubresourceLayout(context->device, image, &part, &layout);
    mapped = {mapped_memory, layout.offset, layout.rowPitch};
  }
}

/// Nobody has written a texel: the layout alone is set.
void ImageState::begin() {
  last_submission = context->submit([&](VkCommandBuffer commands) {
    const VkImageMemoryBarrier barrier{.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                       .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                                       .oldLayout = VK_IMAGE_LAYOUT_UNDEFINED,
                                       .newLayout = VK_IMAGE_LAYOUT_GENERAL,
                                       .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                       .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                       .image = image,
                                       .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    context->functions.CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT,
                                          VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, nullptr, 0, nullptr, 1, &barrier);
  });
}

ImageState::~ImageState() {
  wait_for_last_use();
  close();
}

void ImageState::close() noexcept {
  sampled.reset();
  context->functions.DestroyImage(context->device, image, nullptr);
}

void ImageState::hand_over(VkCommandBuffer commands, const Side& from, const Side& to) const {
  const VkImageMemoryBarrier barrier{.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                     .srcAccessMask = from.accesses,
                                     .dstAccessMask = to.accesses,
                                     .oldLayout = VK_IMAGE_LAYOUT_GENERAL,
                                     .newLayout = VK_IMAGE_LAYOUT_GENERAL,
                                     .srcQueueFamilyIndex = from.queue_family,
                                     .dstQueueFamilyIndex = to.queue_family,
                                     .image = image,
                                     .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
  context->functions.CmdPipelineBarrier(commands, from.stages, to.stages, 0, 0, nullptr, 0, nullptr, 1, &barrier);
}

}  // namespace texelscope::render::vulkan
