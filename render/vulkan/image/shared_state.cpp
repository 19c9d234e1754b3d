#include "render/vulkan/image/shared_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "render/common/error.h"
#include "render/vulkan/context/call.h"

namespace texelscope::render::vulkan {

SharedState::SharedState(std::shared_ptr<ContextState> of, Sharing how, std::string what)
    : context{std::move(of)}, sharing{how}, text{std::move(what)} {
  if (sharing == Sharing::exported &&
      (!context->description.exports_memory || !context->description.exports_semaphores)) {
    throw Error{
        fmt::format("{} cannot export {} to other APIs (it lacks VK_KHR_external_memory_fd, or timeline semaphores "
                    "exportable by VK_KHR_external_semaphore_fd): update the driver, or use --renderer gl",
                    context->description.name, text)};
  }
  timeline = std::make_shared<Timeline>(context, sharing == Sharing::exported);
}

SharedState::~SharedState() { context->functions.FreeMemory(context->device, memory, nullptr); }

void SharedState::allocate(const VkMemoryRequirements& needed, VkMemoryDedicatedAllocateInfo dedicated) {
  memory_bytes = needed.size;
  const bool is_mapped = sharing == Sharing::mapped;
  const VkMemoryPropertyFlags host = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  const VkExportMemoryAllocateInfo exported{.sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
                                            .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT};
  dedicated.sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO;
  dedicated.pNext = sharing == Sharing::exported ? &exported : nullptr;
  const VkMemoryAllocateInfo info{
      .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
      .pNext = &dedicated,
      .allocationSize = needed.size,
      .memoryTypeIndex = context->memory_type(
          needed.memoryTypeBits, is_mapped ? host : VkMemoryPropertyFlags{VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT},
          is_mapped ? VkMemoryPropertyFlags{VK_MEMORY_PROPERTY_HOST_CACHED_BIT} : 0U, text)};
  const DeviceFunctions& functions = context->functions;
  require_call("vkAllocateMemory", "make " + text, functions.AllocateMemory, context->device, &info, nullptr, &memory);
  if (!is_mapped) {
    return;
  }
  void* address = nullptr;
  require_call("vkMapMemory", "map " + text, functions.MapMemory, context->device, memory, VkDeviceSize{0},
               VkDeviceSize{VK_WHOLE_SIZE}, VkMemoryMapFlags{0}, &address);
  mapped_memory = {static_cast<std::byte*>(address), needed.size};
}

SharedState::Side SharedState::vulkan_side() const {
  return {.queue_family = sharing == Sharing::exported ? context->queue_family : VK_QUEUE_FAMILY_IGNORED,
          .stages = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
          .accesses = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
}

SharedState::Side SharedState::compute_side() const {
  return sharing == Sharing::exported ? Side{.queue_family = VK_QUEUE_FAMILY_EXTERNAL}
                                      : Side{.stages = VK_PIPELINE_STAGE_HOST_BIT,
                                             .accesses = VK_ACCESS_HOST_READ_BIT | VK_ACCESS_HOST_WRITE_BIT};
}

void SharedState::release(VkCommandBuffer commands) const {
  Side to = compute_side();
  to.stages = to.stages != 0 ? to.stages : VkPipelineStageFlags{VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT};
  hand_over(commands, vulkan_side(), to);
}

void SharedState::acquire(VkCommandBuffer commands) const {
  Side from = compute_side();
  from.stages = from.stages != 0 ? from.stages : VkPipelineStageFlags{VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT};
  hand_over(commands, from, vulkan_side());
}

std::uint64_t submit_with(ContextState& context, std::span<const std::shared_ptr<SharedState>> shared,
                          const char* action, const std::function<void(VkCommandBuffer)>& record,
                          std::span<const SemaphorePoint> waits, std::span<const SemaphorePoint> signals) {
  std::vector<SemaphorePoint> all_waits{waits.begin(), waits.end()};
  for (const std::shared_ptr<SharedState>& one : shared) {
    if (one->turn == Turn::compute) {
      throw Error{
          fmt::format("cannot {} {}: a compute device has acquired it, so Vulkan accesses to it are undefined; "
                      "release it first",
                      action, one->text)};
    }
    if (one->turn != Turn::returning) {
      continue;
    }
    const Timeline& timeline = *one->returns_with;
    if (one->sharing != Sharing::exported) {
      // The host signals for the CPU device, so the host waits.
      timeline.wait_for_host(one->returns_at);
      continue;
    }
    const auto found = std::ranges::find(all_waits, timeline.handle(), &SemaphorePoint::semaphore);
    if (found == all_waits.end()) {
      all_waits.push_back({timeline.handle(), one->returns_at});
    } else {
      found->value = std::max(found->value, one->returns_at);
    }
  }
  const std::uint64_t submission = context.submit(
      [&](VkCommandBuffer commands) {
        for (const std::shared_ptr<SharedState>& one : shared) {
          if (one->turn == Turn::returning) {
            one->acquire(commands);
          }
        }
        record(commands);
      },
      all_waits, signals);
  for (const std::shared_ptr<SharedState>& one : shared) {
    one->last_submission = submission;
    one->turn = Turn::vulkan;
    one->returns_with.reset();
  }
  return submission;
}

}  // namespace texelscope::render::vulkan
