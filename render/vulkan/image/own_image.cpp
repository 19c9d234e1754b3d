#include "render/vulkan/image/own_image.h"

#include <fmt/format.h>

#include <utility>

#include "render/common/error.h"
#include "render/vulkan/context/call.h"

namespace texelscope::render::vulkan {

void require_extent(const ContextState& context, const std::string& what, int width, int height) {
  const auto limit = static_cast<int>(context.max_image_extent);
  if (width < 1 || height < 1 || width > limit || height > limit) {
    throw Error{fmt::format("cannot create {}: {} supports 1 to {} per axis", what, context.description.name, limit)};
  }
}

OwnImage::OwnImage(std::shared_ptr<ContextState> context, VkFormat format, int width, int height,
                   VkImageUsageFlags usage)
    : context_{std::move(context)} {
  const std::string what = fmt::format("an image of {} × {} texels", width, height);
  require_extent(*context_, what, width, height);
  const DeviceFunctions& functions = context_->functions;
  const VkImageCreateInfo info{.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                               .imageType = VK_IMAGE_TYPE_2D,
                               .format = format,
                               .extent = {static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), 1},
                               .mipLevels = 1,
                               .arrayLayers = 1,
                               .samples = VK_SAMPLE_COUNT_1_BIT,
                               .tiling = VK_IMAGE_TILING_OPTIMAL,
                               .usage = usage,
                               .sharingMode = VK_SHARING_MODE_EXCLUSIVE,
                               .initialLayout = VK_IMAGE_LAYOUT_UNDEFINED};
  try {
    require_call("vkCreateImage", "make " + what, functions.CreateImage, context_->device, &info, nullptr, &image_);
    VkMemoryRequirements needed{};
    functions.GetImageMemoryRequirements(context_->device, image_, &needed);
    const VkMemoryAllocateInfo memory_info{
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .allocationSize = needed.size,
        .memoryTypeIndex = context_->memory_type(needed.memoryTypeBits, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0, what)};
    require_call("vkAllocateMemory", "make " + what, functions.AllocateMemory, context_->device, &memory_info, nullptr,
                 &memory_);
    require_call("vkBindImageMemory", "make " + what, functions.BindImageMemory, context_->device, image_, memory_,
                 VkDeviceSize{0});
  } catch (...) {
    close();
    throw;
  }
}

OwnImage::~OwnImage() { close(); }

void OwnImage::close() noexcept {
  context_->functions.DestroyImage(context_->device, image_, nullptr);
  context_->functions.FreeMemory(context_->device, memory_, nullptr);
}

}  // namespace texelscope::render::vulkan
