#include "render/vulkan/staging_buffer.h"

#include <fmt/format.h>

#include <utility>

#include "render/vulkan/call.h"

namespace texelscope::render::vulkan {

StagingBuffer::StagingBuffer(std::shared_ptr<ContextState> context, std::size_t size_bytes)
    : context_{std::move(context)} {
  const DeviceFunctions& functions = context_->functions;
  const std::string action = fmt::format("make a buffer of {} bytes", size_bytes);
  const VkBufferCreateInfo buffer_info{.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                       .size = size_bytes,
                                       .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                                       .sharingMode = VK_SHARING_MODE_EXCLUSIVE};
  try {
    require_call("vkCreateBuffer", action, functions.CreateBuffer, context_->device, &buffer_info, nullptr, &buffer_);
    VkMemoryRequirements needed{};
    functions.GetBufferMemoryRequirements(context_->device, buffer_, &needed);
    const VkMemoryAllocateInfo info{
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .allocationSize = needed.size,
        .memoryTypeIndex = context_->memory_type(
            needed.memoryTypeBits, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT,
            VK_MEMORY_PROPERTY_HOST_CACHED_BIT, "a buffer")};
    require_call("vkAllocateMemory", action, functions.AllocateMemory, context_->device, &info, nullptr, &memory_);
    require_call("vkBindBufferMemory", action, functions.BindBufferMemory, context_->device, buffer_, memory_,
                 VkDeviceSize{0});
    void* address = nullptr;
    require_call("vkMapMemory", action, functions.MapMemory, context_->device, memory_, VkDeviceSize{0},
                 VkDeviceSize{VK_WHOLE_SIZE}, VkMemoryMapFlags{0}, &address);
    bytes_ = {static_cast<const std::byte*>(address), size_bytes};
  } catch (...) {
    close();
    throw;
  }
}

StagingBuffer::~StagingBuffer() { close(); }

void StagingBuffer::close() noexcept {
  context_->functions.DestroyBuffer(context_->device, buffer_, nullptr);
  context_->functions.FreeMemory(context_->device, memory_, nullptr);
}

}  // namespace texelscope::render::vulkan
