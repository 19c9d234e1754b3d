#pragma once

#include <vector>

#include "render/vulkan/context/context.h"
#include "render/vulkan/context/functions.h"

namespace texelscope::render::vulkan {

/// A VkInstance, and the messages of its validation layers.
class Instance {
 public:
  /// `has_window`: for devices that draw into windows. @throws Unavailable, Error.
  explicit Instance(bool has_window = false);
  ~Instance();
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  [[nodiscard]] VkInstance handle() const noexcept { return handle_; }
  [[nodiscard]] const InstanceFunctions& functions() const noexcept { return functions_; }
  /// All devices with Vulkan 1.2 or later. @throws Error.
  [[nodiscard]] std::vector<VkPhysicalDevice> physical_devices() const;
  [[nodiscard]] PhysicalDevice describe(VkPhysicalDevice device) const;

 private:
  void listen();

  VkInstance handle_ = VK_NULL_HANDLE;
  InstanceFunctions functions_;
  VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
};

}  // namespace texelscope::render::vulkan
