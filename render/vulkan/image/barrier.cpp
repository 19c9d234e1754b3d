#include "render/vulkan/image/barrier.h"

namespace texelscope::render::vulkan {

void order(const ContextState& context, VkCommandBuffer commands, const Stage& before, const Stage& behind) {
  const VkMemoryBarrier barrier{
      .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = before.accesses, .dstAccessMask = behind.accesses};
  context.functions.CmdPipelineBarrier(commands, before.stages, behind.stages, 0, 1, &barrier, 0, nullptr, 0, nullptr);
}

void change_layout(const ContextState& context, VkCommandBuffer commands, VkImage image, VkImageLayout from,
                   const Stage& before, VkImageLayout to, const Stage& behind) {
  const VkImageMemoryBarrier barrier{.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                     .srcAccessMask = before.accesses,
                                     .dstAccessMask = behind.accesses,
                                     .oldLayout = from,
                                     .newLayout = to,
                                     .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                     .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                     .image = image,
                                     .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
  context.functions.CmdPipelineBarrier(commands, before.stages, behind.stages, 0, 0, nullptr, 0, nullptr, 1, &barrier);
}

}  // namespace texelscope::render::vulkan
