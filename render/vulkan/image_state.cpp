#include "render/vulkan/image_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "render/common/error.h"
#include "render/vulkan/call.h"

namespace texelscope::render::vulkan {
namespace {

constexpr VkImageUsageFlags usage =
    VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
constexpr VkExternalMemoryHandleTypeFlagBits memory_handle = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;

std::string text_of(const ImageState& state) {
  return fmt::format("{} image of {} × {} texels", state.format == PixelFormat::rgba8 ? "an RGBA8" : "an RGBA32F",
                     state.width, state.height);
}

}  // namespace

ImageState::ImageState(std::shared_ptr<ContextState> of, PixelFormat format_of_texels, int texels_across,
                       int texels_down, ImageSharing how)
    : context{std::move(of)}, format{format_of_texels}, width{texels_across}, height{texels_down}, sharing{how} {
  const auto limit = static_cast<int>(context->max_image_extent);
  if (width < 1 || height < 1 || width > limit || height > limit) {
    throw Error{fmt::format("cannot make an image of {} × {} texels: {} takes 1 to {} each way", width, height,
                            context->description.name, limit)};
  }
  if (sharing == ImageSharing::exported &&
      (!context->description.exports_memory || !context->description.exports_semaphores)) {
    throw Error{
        fmt::format("{} cannot give images to other APIs (it lacks VK_KHR_external_memory_fd or "
                    "VK_KHR_external_semaphore_fd): update the driver, or use --renderer gl",
                    context->description.name)};
  }
  try {
    make_image();
    allocate();
    timeline = std::make_shared<Timeline>(context, sharing == ImageSharing::exported);
    begin();
  } catch (...) {
    close();
    throw;
  }
}

void ImageState::make_image() {
  const VkExternalMemoryImageCreateInfo external{.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO,
                                                 .handleTypes = memory_handle};
  const bool is_exported = sharing == ImageSharing::exported;
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
  require_call("vkGetPhysicalDeviceImageFormatProperties2", "make " + text_of(*this),
               context->instance.functions().GetPhysicalDeviceImageFormatProperties2, context->physical, &wanted,
               &possible);
  require_call("vkCreateImage", "make " + text_of(*this), context->functions.CreateImage, context->device, &info,
               nullptr, &image);
}

void ImageState::allocate() {
  VkMemoryRequirements needed{};
  context->functions.GetImageMemoryRequirements(context->device, image, &needed);
  memory_bytes = needed.size;
  const bool is_exported = sharing == ImageSharing::exported;
  const VkMemoryPropertyFlags host = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  const VkMemoryPropertyFlags required =
      is_exported ? VkMemoryPropertyFlags{VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT} : host;
  const VkExportMemoryAllocateInfo exported{.sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
                                            .handleTypes = memory_handle};
  const VkMemoryDedicatedAllocateInfo dedicated{.sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO,
                                                .pNext = is_exported ? &exported : nullptr,
                                                .image = image};
  const VkMemoryAllocateInfo info{
      .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
      .pNext = &dedicated,
      .allocationSize = needed.size,
      .memoryTypeIndex = context->memory_type(
          needed.memoryTypeBits, required, is_exported ? 0U : VkMemoryPropertyFlags{VK_MEMORY_PROPERTY_HOST_CACHED_BIT},
          text_of(*this))};
  const DeviceFunctions& functions = context->functions;
  require_call("vkAllocateMemory", "make " + text_of(*this), functions.AllocateMemory, context->device, &info, nullptr,
               &memory);
  require_call("vkBindImageMemory", "make " + text_of(*this), functions.BindImageMemory, context->device, image, memory,
               VkDeviceSize{0});
  if (is_exported) {
    return;
  }
  void* address = nullptr;
  require_call("vkMapMemory", "map " + text_of(*this), functions.MapMemory, context->device, memory, VkDeviceSize{0},
               VkDeviceSize{VK_WHOLE_SIZE}, VkMemoryMapFlags{0}, &address);
  const VkImageSubresource part{.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT};
  VkSubresourceLayout layout{};
  functions.GetImageSubresourceLayout(context->device, image, &part, &layout);
  mapped = {{static_cast<std::byte*>(address), needed.size}, layout.offset, layout.rowPitch};
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
  try {
    context->wait(last_submission, "wait for an image's last use");
  } catch (const Error&) {
    // The device is lost, and with it what used the image.
  }
  close();
}

void ImageState::close() noexcept {
  sampled.reset();
  const DeviceFunctions& functions = context->functions;
  functions.DestroyImage(context->device, image, nullptr);
  functions.FreeMemory(context->device, memory, nullptr);
}

void ImageState::release(VkCommandBuffer commands) const {
  const bool is_exported = sharing == ImageSharing::exported;
  const VkImageMemoryBarrier barrier{
      .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
      .srcAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
      .dstAccessMask = is_exported ? VkAccessFlags{0} : VK_ACCESS_HOST_READ_BIT | VK_ACCESS_HOST_WRITE_BIT,
      .oldLayout = VK_IMAGE_LAYOUT_GENERAL,
      .newLayout = VK_IMAGE_LAYOUT_GENERAL,
      .srcQueueFamilyIndex = is_exported ? context->queue_family : VK_QUEUE_FAMILY_IGNORED,
      .dstQueueFamilyIndex = is_exported ? VK_QUEUE_FAMILY_EXTERNAL : VK_QUEUE_FAMILY_IGNORED,
      .image = image,
      .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
  context->functions.CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                        is_exported ? VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT : VK_PIPELINE_STAGE_HOST_BIT,
                                        0, 0, nullptr, 0, nullptr, 1, &barrier);
}

void ImageState::acquire(VkCommandBuffer commands) const {
  const bool is_exported = sharing == ImageSharing::exported;
  const VkImageMemoryBarrier barrier{
      .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
      .srcAccessMask = is_exported ? VkAccessFlags{0} : VkAccessFlags{VK_ACCESS_HOST_WRITE_BIT},
      .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
      .oldLayout = VK_IMAGE_LAYOUT_GENERAL,
      .newLayout = VK_IMAGE_LAYOUT_GENERAL,
      .srcQueueFamilyIndex = is_exported ? VK_QUEUE_FAMILY_EXTERNAL : VK_QUEUE_FAMILY_IGNORED,
      .dstQueueFamilyIndex = is_exported ? context->queue_family : VK_QUEUE_FAMILY_IGNORED,
      .image = image,
      .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
  context->functions.CmdPipelineBarrier(commands,
                                        is_exported ? VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT : VK_PIPELINE_STAGE_HOST_BIT,
                                        VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, nullptr, 0, nullptr, 1, &barrier);
}

std::uint64_t submit_with(ContextState& context, std::span<const std::shared_ptr<ImageState>> images,
                          const char* action, const std::function<void(VkCommandBuffer)>& record,
                          std::span<const SemaphorePoint> waits, std::span<const SemaphorePoint> signals) {
  std::vector<SemaphorePoint> all_waits{waits.begin(), waits.end()};
  for (const std::shared_ptr<ImageState>& image : images) {
    if (image->turn == Turn::compute) {
      throw Error{
          fmt::format("cannot {} {}: a compute device has it, and what Vulkan sees of it is undefined; take it "
                      "back first",
                      action, text_of(*image))};
    }
    if (image->turn != Turn::returning) {
      continue;
    }
    const Timeline& timeline = *image->returns_with;
    if (image->sharing == ImageSharing::mapped) {
      // The host signals for the CPU device, so the host waits.
      timeline.wait_for_host(image->returns_at);
      continue;
    }
    const auto found = std::ranges::find(all_waits, timeline.handle(), &SemaphorePoint::semaphore);
    if (found == all_waits.end()) {
      all_waits.push_back({timeline.handle(), image->returns_at});
    } else {
      found->value = std::max(found->value, image->returns_at);
    }
  }
  const std::uint64_t submission = context.submit(
      [&](VkCommandBuffer commands) {
        for (const std::shared_ptr<ImageState>& image : images) {
          if (image->turn == Turn::returning) {
            image->acquire(commands);
          }
        }
        record(commands);
      },
      all_waits, signals);
  for (const std::shared_ptr<ImageState>& image : images) {
    image->last_submission = submission;
    image->turn = Turn::vulkan;
    image->returns_with.reset();
  }
  return submission;
}

}  // namespace texelscope::render::vulkan
