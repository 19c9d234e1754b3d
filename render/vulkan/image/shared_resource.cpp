#include "render/vulkan/image/shared_resource.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "render/common/error.h"
#include "render/vulkan/context/call.h"
#include "render/vulkan/image/shared_state.h"

namespace texelscope::render::vulkan {

SharedResource::SharedResource(std::shared_ptr<SharedState> state) : shared_{std::move(state)} {}
SharedResource::~SharedResource() = default;

Sharing SharedResource::sharing() const noexcept { return shared_->sharing; }
std::size_t SharedResource::memory_bytes() const noexcept { return shared_->memory_bytes; }
std::span<std::byte> SharedResource::mapped_memory() const noexcept { return shared_->mapped_memory; }
bool SharedResource::is_acquired() const noexcept { return shared_->turn == Turn::compute; }

int SharedResource::export_memory() const {
  const VkMemoryGetFdInfoKHR info{.sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR,
                                  .memory = shared_->memory,
                                  .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT};
  int descriptor = -1;
  require_call("vkGetMemoryFdKHR", "export the memory of " + shared_->text, shared_->context->functions.GetMemoryFdKHR,
               shared_->context->device, &info, &descriptor);
  return descriptor;
}

int SharedResource::export_timeline() const { return shared_->timeline->export_descriptor(); }

std::uint64_t SharedResource::acquire(std::span<SharedResource* const> resources) {
  std::vector<std::shared_ptr<SharedState>> states;
  states.reserve(resources.size());
  for (const SharedResource* resource : resources) {
    if (std::ranges::find(states, resource->shared_) != states.end()) {
      throw Error{"cannot acquire " + resource->shared_->text + " twice in one call: pass it once"};
    }
    states.push_back(resource->shared_);
  }
  if (states.empty()) {
    throw Error{"cannot acquire an empty list: pass at least one image or buffer"};
  }
  ContextState& context = *states.front()->context;
  Timeline& timeline = *states.front()->timeline;
  const SemaphorePoint acquired{timeline.handle(), timeline.last() + 1};
  const auto record = [&](VkCommandBuffer commands) {
    for (const std::shared_ptr<SharedState>& state : states) {
      state->release(commands);
    }
  };
  submit_with(context, states, "acquire", record, {}, {&acquired, 1});
  for (const std::shared_ptr<SharedState>& state : states) {
    state->turn = Turn::compute;
  }
  return timeline.next();
}

std::uint64_t SharedResource::acquire() {
  SharedResource* const self = this;
  return acquire({&self, 1});
}

std::uint64_t SharedResource::take_back(std::span<SharedResource* const> resources) {
  if (resources.empty() || !std::ranges::all_of(resources, &SharedResource::is_acquired)) {
    throw Error{"cannot release resources that are not acquired"};
  }
  const std::shared_ptr<Timeline>& timeline = resources.front()->shared_->timeline;
  const std::uint64_t value = timeline->next();
  for (SharedResource* resource : resources) {
    resource->shared_->turn = Turn::returning;
    resource->shared_->returns_with = timeline;
    resource->shared_->returns_at = value;
  }
  return value;
}

std::uint64_t SharedResource::take_back() {
  SharedResource* const self = this;
  return take_back({&self, 1});
}

TurnFacts SharedResource::turn() const {
  // Mapped resources stay with Vulkan's queue family: the compute device is the host, which has none.
  const bool is_external = shared_->turn != Turn::vulkan && shared_->sharing == Sharing::exported;
  return {.turn = shared_->turn,
          .queue_family = is_external ? VK_QUEUE_FAMILY_EXTERNAL : shared_->context->queue_family,
          .is_external = is_external,
          .value = shared_->timeline->value(),
          .last_value = shared_->timeline->last(),
          .waits_for = shared_->turn == Turn::returning ? shared_->returns_at : 0};
}

std::uint64_t SharedResource::timeline_value() const { return shared_->timeline->value(); }
bool SharedResource::signal_timeline(std::uint64_t value) const { return shared_->timeline->signal(value); }
bool SharedResource::wait_for_timeline(std::uint64_t value) const { return shared_->timeline->wait(value); }

}  // namespace texelscope::render::vulkan
