#include "render/vulkan/image/barrier.h"

namespace texelscope::render::vulkan {

void order(const ContextState& context, VkCommandBuffer commands, const Stage& before, const Stage& behind) {
  const VkMemoryBarrier barrier{
      .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = before.accesses, .dstAccessMask = behind.accesses};
  context.functions.CmdPipelineBarrier(commands, before.stages, behind.stages, 0, 1, &barrier, 0, nullptr, 0, nullptr);
}

}  // namespace texelscope::render::vulkan
