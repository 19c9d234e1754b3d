#include "render/vulkan/context/host_buffer.h"

#include <fmt/format.h>

#include <utility>

#include "render/common/error.h"
#include "render/vulkan/context/call.h"

namespace texelscope::render::vulkan {

HostBuffer::HostBuffer(std::shared_ptr<ContextState> context, std::size_t size_bytes, VkBufferUsageFlags usage)
    : context_{std::move(context)} {
  const DeviceFunctions& functions = context_->functions;
  const std::string action = fmt::format("create a buffer of {} bytes", size_bytes);
  const VkBufferCreateInfo buffer_info{.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                       .size = size_bytes,
                                       .usage = usage,
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
    bytes_ = {static_cast<std::byte*>(address), size_bytes};
  } catch (...) {
    close();
    throw;
  }
}

HostBuffer::~HostBuffer() { close(); }

void HostBuffer::close() noexcept {
  context_->functions.DestroyBuffer(context_->device, buffer_, nullptr);
  context_->functions.FreeMemory(context_->device, memory_, nullptr);
}

std::size_t require_box(const PixelRect& box, std::string_view what, int width, int height, std::size_t texel_bytes,
                        std::size_t available) {
  if (box.x < 0 || box.y < 0 || box.width < 1 || box.height < 1 || box.width > width - box.x ||
      box.height > height - box.y) {
    throw Error{fmt::format("cannot read {} × {} texels at ({}, {}) of {} of {} × {}", box.width, box.height, box.x,
                            box.y, what, width, height)};
  }
  const std::size_t expected = static_cast<std::size_t>(box.width) * static_cast<std::size_t>(box.height) * texel_bytes;
  if (available != expected) {
    throw Error{fmt::format("cannot read {} × {} texels into {} bytes: exactly {} are required", box.width, box.height,
                            available, expected)};
  }
  return expected;
}

VkBufferImageCopy copy_of(const PixelRect& box) {
  return {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
          .imageOffset = {box.x, box.y, 0},
          .imageExtent = {static_cast<std::uint32_t>(box.width), static_cast<std::uint32_t>(box.height), 1}};
}

}  // namespace texelscope::render::vulkan
