#include "render/vulkan/context/context.h"

#include <exception>

#include "render/vulkan/context/context_state.h"

namespace texelscope::render::vulkan {

Context::Context(const DeviceChoice& choice) : state_{std::make_shared<ContextState>(choice)} {}

const PhysicalDevice& Context::device() const noexcept { return state_->description; }

void Context::wait() const { state_->wait_for_all(); }

std::vector<PhysicalDevice> find_devices(std::string& reason) {
  std::vector<PhysicalDevice> found;
  try {
    const Instance instance;
    for (VkPhysicalDevice device : instance.physical_devices()) {
      found.push_back(instance.describe(device));
    }
    if (found.empty()) {
      reason = "Vulkan lists no device with version 1.2";
    }
  } catch (const std::exception& error) {
    reason = error.what();
  }
  return found;
}

}  // namespace texelscope::render::vulkan
