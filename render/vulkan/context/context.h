#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace texelscope::render::vulkan {

struct ContextState;

/// The identifier of a GPU in every API (VkPhysicalDeviceIDProperties::deviceUUID, cuDeviceGetUuid).
using DeviceUuid = std::array<std::byte, 16>;

/// A physical device, for lists and checks.
struct PhysicalDevice {
  std::string name;
  DeviceUuid uuid{};
  std::string driver;
  std::uint32_t api_version = 0;
  bool is_software = false;
  /// Whether memory and timeline semaphores can be exported to other APIs as file descriptors.
  bool exports_memory = false;
  bool exports_semaphores = false;
  /// Whether it can draw into windows (VK_KHR_swapchain).
  bool has_swapchain = false;
};

/// The choice of a context's device.
struct DeviceChoice {
  /// The GPU with this UUID; if it is empty, a software device if one exists, otherwise any device.
  std::optional<DeviceUuid> uuid;
  /// Whether it should draw into windows; a window must exist.
  bool has_window = false;
};

/// A Vulkan 1.2 device with timeline semaphores and one queue. A cheap reference: images and semaphores keep the device
/// alive. Submissions are synchronized; any thread may use it.
///
/// With TEXELSCOPE_VULKAN_VALIDATION=1 in the environment, the validation layers are enabled, including
/// synchronization; with "auto", if they are installed. They print to standard error.
class Context {
 public:
  /// @throws Unavailable without Vulkan or a suitable device, with the devices found. @throws Error.
  explicit Context(const DeviceChoice& choice);

  [[nodiscard]] const PhysicalDevice& device() const noexcept;
  /// Waits for all submitted work. @throws Error when the device is lost.
  void wait() const;

  [[nodiscard]] const std::shared_ptr<ContextState>& state() const noexcept { return state_; }

 private:
  std::shared_ptr<ContextState> state_;
};

/// All devices with Vulkan 1.2. Without Vulkan, the result is empty, and `reason` is set. Never throws.
[[nodiscard]] std::vector<PhysicalDevice> find_devices(std::string& reason);

}  // namespace texelscope::render::vulkan
