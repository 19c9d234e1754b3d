#pragma once

#include "render/vulkan/context/context_state.h"

namespace texelscope::render::vulkan {

/// Stages of commands, and their memory accesses.
struct Stage {
  VkPipelineStageFlags stages = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
  VkAccessFlags accesses = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
};

/// Copies that read, and that write.
inline constexpr Stage copy_reads{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT};
inline constexpr Stage copy_writes{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT};
/// Host reads after the commands have finished.
inline constexpr Stage host_reads{VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT};

/// Fragment shader reads.
inline constexpr Stage shader_reads{VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT};

/// Makes the writes of earlier commands visible to later commands (vkCmdPipelineBarrier). A default Stage means all
/// commands.
void order(const ContextState& context, VkCommandBuffer commands, const Stage& before, const Stage& behind);

/// Does so for an image of one level and layer, with a layout transition.
void change_layout(const ContextState& context, VkCommandBuffer commands, VkImage image, VkImageLayout from,
                   const Stage& before, VkImageLayout to, const Stage& behind);

}  // namespace texelscope::render::vulkan
