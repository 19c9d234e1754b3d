#include "render/vulkan/draw/vertex_buffer.h"

#include <fmt/format.h>

#include <utility>

#include "render/common/error.h"
#include "render/vulkan/context/call.h"

namespace texelscope::render::vulkan {

VertexBufferState::VertexBufferState(std::shared_ptr<ContextState> of, std::size_t bytes, Sharing how)
    : SharedState{std::move(of), how, fmt::format("a vertex buffer of {} bytes", bytes)}, size_bytes{bytes} {
  if (size_bytes == 0) {
    throw Error{fmt::format("cannot create {}: use at least 1 byte", text)};
  }
  try {
    make_buffer();
  } catch (...) {
    close();
    throw;
  }
}

void VertexBufferState::make_buffer() {
  const VkExternalMemoryBufferCreateInfo external{.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO,
                                                  .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT};
  const VkBufferCreateInfo info{.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                .pNext = sharing == Sharing::exported ? &external : nullptr,
                                .size = size_bytes,
                                .usage = VK_BUFFER_USAGE_VERTEX_BUFFER_BIT,
                                .sharingMode = VK_SHARING_MODE_EXCLUSIVE};
  const DeviceFunctions& functions = context->functions;
  require_call("vkCreateBuffer", "make " + text, functions.CreateBuffer, context->device, &info, nullptr, &buffer);
  VkMemoryRequirements needed{};
  functions.GetBufferMemoryRequirements(context->device, buffer, &needed);
  allocate(needed, {.buffer = buffer});
  require_call("vkBindBufferMemory", "make " + text, functions.BindBufferMemory, context->device, buffer, memory,
               VkDeviceSize{0});
}

VertexBufferState::~VertexBufferState() {
  context->wait_at_the_end(last_submission);
  close();
}

void VertexBufferState::close() noexcept { context->functions.DestroyBuffer(context->device, buffer, nullptr); }

void VertexBufferState::hand_over(VkCommandBuffer commands, const Side& from, const Side& to) const {
  const VkBufferMemoryBarrier barrier{.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER,
                                      .srcAccessMask = from.accesses,
                                      .dstAccessMask = to.accesses,
                                      .srcQueueFamilyIndex = from.queue_family,
                                      .dstQueueFamilyIndex = to.queue_family,
                                      .buffer = buffer,
                                      .size = VK_WHOLE_SIZE};
  context->functions.CmdPipelineBarrier(commands, from.stages, to.stages, 0, 0, nullptr, 1, &barrier, 0, nullptr);
}

VertexBuffer::VertexBuffer(const Context& context, std::size_t size_bytes, Sharing sharing)
    : VertexBuffer{std::make_shared<VertexBufferState>(context.state(), size_bytes, sharing)} {}

VertexBuffer::VertexBuffer(std::shared_ptr<VertexBufferState> state)
    : SharedResource{state}, state_{std::move(state)} {}

VertexBuffer::~VertexBuffer() = default;

std::size_t VertexBuffer::size_bytes() const noexcept { return state_->size_bytes; }

}  // namespace texelscope::render::vulkan
