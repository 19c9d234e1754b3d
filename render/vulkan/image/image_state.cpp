#include "render/vulkan/image/image_state.h"

#include <fmt/format.h>

#include <utility>

#include "render/vulkan/context/call.h"
#include "render/vulkan/image/barrier.h"
#include "render/vulkan/image/own_image.h"

namespace texelscope::render::vulkan {
namespace {

constexpr VkImageUsageFlags image_usage =
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
  if (sharing == Sharing::mapped && find_tiling(VK_IMAGE_TILING_LINEAR) == VK_ERROR_FORMAT_NOT_SUPPORTED) {
    sharing = Sharing::copied;
  }
  try {
    make_image();
    begin();
  } catch (...) {
    close();
    throw;
  }
}

/// Whether the device supports images with these properties: VK_SUCCESS or VK_ERROR_FORMAT_NOT_SUPPORTED. @throws Error
/// if the query fails.
VkResult ImageState::find_tiling(VkImageTiling tiling) const {
  const VkPhysicalDeviceImageFormatInfo2 wanted{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2,
                                                .format = native(format),
                                                .type = VK_IMAGE_TYPE_2D,
                                                .tiling = tiling,
                                                .usage = image_usage};
  VkImageFormatProperties2 possible{.sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2};
  constexpr const char* name = "vkGetPhysicalDeviceImageFormatProperties2";
  const VkResult result = call(name, context->instance.functions().GetPhysicalDeviceImageFormatProperties2,
                               context->physical, &wanted, &possible);
  if (result != VK_SUCCESS && result != VK_ERROR_FORMAT_NOT_SUPPORTED) {
    fail(name, result, "make " + text);
  }
  const VkExtent3D& most = possible.imageFormatProperties.maxExtent;
  const bool fits =
      static_cast<std::uint32_t>(width) <= most.width && static_cast<std::uint32_t>(height) <= most.height;
  return result == VK_SUCCESS && fits ? VK_SUCCESS : VK_ERROR_FORMAT_NOT_SUPPORTED;
}

void ImageState::make_image() {
  const bool is_linear = sharing == Sharing::mapped;
  if (!is_linear && find_tiling(VK_IMAGE_TILING_OPTIMAL) != VK_SUCCESS) {
    fail("vkGetPhysicalDeviceImageFormatProperties2", VK_ERROR_FORMAT_NOT_SUPPORTED, "make " + text);
  }
  const VkExternalMemoryImageCreateInfo external{.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO,
                                                 .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT};
  const VkImageCreateInfo info{.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                               .pNext = sharing == Sharing::exported ? &external : nullptr,
                               .imageType = VK_IMAGE_TYPE_2D,
                               .format = native(format),
                               .extent = {static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), 1},
                               .mipLevels = 1,
                               .arrayLayers = 1,
                               .samples = VK_SAMPLE_COUNT_1_BIT,
                               .tiling = is_linear ? VK_IMAGE_TILING_LINEAR : VK_IMAGE_TILING_OPTIMAL,
                               .usage = image_usage,
                               .sharingMode = VK_SHARING_MODE_EXCLUSIVE,
                               .initialLayout = VK_IMAGE_LAYOUT_UNDEFINED};
  const DeviceFunctions& functions = context->functions;
  require_call("vkCreateImage", "make " + text, functions.CreateImage, context->device, &info, nullptr, &image);
  VkMemoryRequirements needed{};
  functions.GetImageMemoryRequirements(context->device, image, &needed);
  allocate(needed, {.image = image});
  require_call("vkBindImageMemory", "make " + text, functions.BindImageMemory, context->device, image, memory,
               VkDeviceSize{0});
  if (is_linear) {
    const VkImageSubresource part{.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT};
    VkSubresourceLayout layout{};
    functions.GetImageSubresourceLayout(context->device, image, &part, &layout);
    mapped = {mapped_memory, layout.offset, layout.rowPitch};
  } else if (sharing == Sharing::copied) {
    const std::size_t row_bytes = static_cast<std::size_t>(width) * bytes_per_pixel(format);
    rows.emplace(context, row_bytes * static_cast<std::size_t>(height),
                 VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    mapped_memory = rows->bytes();
    mapped = {mapped_memory, 0, row_bytes};
  }
}

/// No texel has been written: only the layout is set.
void ImageState::begin() {
  last_submission = context->submit([&](VkCommandBuffer commands) {
    change_layout(*context, commands, image, VK_IMAGE_LAYOUT_UNDEFINED, {VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, 0},
                  VK_IMAGE_LAYOUT_GENERAL, {});
  });
}

ImageState::~ImageState() {
  context->wait_at_the_end(last_submission);
  close();
}

void ImageState::close() noexcept {
  sampled.reset();
  context->functions.DestroyImage(context->device, image, nullptr);
}

void ImageState::release(VkCommandBuffer commands) const {
  if (!rows) {
    SharedState::release(commands);
    return;
  }
  const VkBufferImageCopy all = copy_of({0, 0, width, height});
  order(*context, commands, {}, copy_reads);
  context->functions.CmdCopyImageToBuffer(commands, image, VK_IMAGE_LAYOUT_GENERAL, rows->handle(), 1, &all);
  order(*context, commands, copy_writes, host_reads);
}

void ImageState::acquire(VkCommandBuffer commands) const {
  if (!rows) {
    SharedState::acquire(commands);
    return;
  }
  const VkBufferImageCopy all = copy_of({0, 0, width, height});
  order(*context, commands, {}, copy_writes);
  context->functions.CmdCopyBufferToImage(commands, rows->handle(), image, VK_IMAGE_LAYOUT_GENERAL, 1, &all);
  order(*context, commands, copy_writes, {});
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
