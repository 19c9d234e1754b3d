#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "render/vulkan/context.h"
#include "render/vulkan/functions.h"

namespace texelscope::render::vulkan {

/// A VkInstance, and what its validation layers say.
class Instance {
 public:
  /// `has_window`: for devices that draw into windows. @throws Unavailable, Error.
  explicit Instance(bool has_window = false);
  ~Instance();
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  [[nodiscard]] VkInstance handle() const noexcept { return handle_; }
  [[nodiscard]] const InstanceFunctions& functions() const noexcept { return functions_; }
  [[nodiscard]] std::vector<std::string> messages() const;
  /// All of Vulkan 1.2 and later. @throws Error.
  [[nodiscard]] std::vector<VkPhysicalDevice> physical_devices() const;
  [[nodiscard]] PhysicalDevice describe(VkPhysicalDevice device) const;

 private:
  static VkBool32 VKAPI_CALL take_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                          VkDebugUtilsMessageTypeFlagsEXT types,
                                          const VkDebugUtilsMessengerCallbackDataEXT* data, void* user);
  void listen();

  VkInstance handle_ = VK_NULL_HANDLE;
  InstanceFunctions functions_;
  VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
  mutable std::mutex mutex_;
  std::vector<std::string> messages_;
};

}  // namespace texelscope::render::vulkan
