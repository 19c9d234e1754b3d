#include <fmt/format.h>

#include <algorithm>

#include "app/cli/doctor/doctor_checks.h"
#include "app/interop/offscreen_renderer.h"
#include "app/interop/shared/shared_vulkan_image.h"

namespace texelscope::app {
namespace {

using render::vulkan::PhysicalDevice;

constexpr const char* go_on = "use --renderer gl, or fix the problems above";

bool is_same_gpu(const PhysicalDevice& found, const gpu::Device& device) {
  return std::ranges::equal(found.uuid, device.properties().uuid,
                            [](std::byte a, std::uint8_t b) { return a == std::byte{b}; });
}

void check_vulkan_devices(Check& check, const std::vector<PhysicalDevice>& devices, const std::string& reason,
                          const std::optional<gpu::Device>& device) {
  for (const PhysicalDevice& found : devices) {
    const bool is_same = device && device->id().kind == gpu::DeviceKind::cuda && is_same_gpu(found, *device);
    check.text += fmt::format("{}{} ({}{})", check.text.empty() ? "" : "; ", found.name, found.driver,
                              is_same ? fmt::format("; same UUID as {}", to_string(device->id())) : "");
  }
  if (devices.empty()) {
    warn(check, reason, "install a driver, such as mesa-vulkan-drivers, to use --renderer vulkan");
  } else if (device && device->id().kind == gpu::DeviceKind::cuda &&
             std::ranges::none_of(devices, [&](const PhysicalDevice& found) { return is_same_gpu(found, *device); })) {
    warn(check, fmt::format("none has the UUID of {}: {}", to_string(device->id()), check.text),
         "install NVIDIA's Vulkan driver (nvidia_icd.json), or use --renderer gl");
  }
}

void check_extensions(Check& check, const PhysicalDevice& found, const gpu::Device& device) {
  const char* const memory = found.exports_memory ? "exports" : "does not export";
  const char* const semaphores = found.exports_semaphores ? "exports" : "does not export";
  check.text = fmt::format(
      "{} {} memory (VK_KHR_external_memory_fd) and {} timeline semaphores "
      "(VK_KHR_external_semaphore_fd)",
      found.name, memory, semaphores);
  if (device.id().kind == gpu::DeviceKind::cpu) {
    check.text += "; the CPU device needs neither";
  } else if (!found.exports_memory || !found.exports_semaphores) {
    warn(check, check.text, "update the driver, or use --renderer gl");
  }
}

void check_sharing(Check& check, const render::vulkan::Context& context, const gpu::Device& device) {
  const std::uint64_t differences = count_sharing_differences(*share_vulkan_images(context, device));
  if (differences != 0) {
    warn(check, fmt::format("Vulkan read {} wrong pixels from a kernel's image", differences),
         "update the driver, or use --renderer gl");
  } else {
    check.text = device.id().kind == gpu::DeviceKind::cuda
                     ? "memory and timeline semaphore are imported; signal, wait, write and read work, without a copy"
                     : "the image's memory is used in place; signal, wait, write and read work, without a copy";
  }
}

/// Failures are only warnings here.
Check run_optional(const char* name, const std::function<void(Check&)>& body) {
  Check check = run_check(name, body);
  if (check.result == CheckResult::fail) {
    check.result = CheckResult::warn;
    check.advice = go_on;
  }
  return check;
}

}  // namespace

std::vector<Check> check_vulkan(const std::optional<gpu::Device>& device) {
  std::vector<Check> checks;
  checks.push_back(run_check("Vulkan loader", [](Check& check) {
    check_library(check, "libvulkan.so.1", "install libvulkan1 to use --renderer vulkan");
  }));
  std::string reason;
  const std::vector<PhysicalDevice> devices = render::vulkan::find_devices(reason);
  checks.push_back(run_optional("Vulkan", [&](Check& check) { check_vulkan_devices(check, devices, reason, device); }));
  if (!device || devices.empty()) {
    return checks;
  }
  std::optional<render::vulkan::Context> context;
  checks.push_back(run_optional("Vulkan extensions", [&](Check& check) {
    context = open_vulkan_for(*device);
    check_extensions(check, context->device(), *device);
  }));
  if (context) {
    checks.push_back(run_optional("Vulkan sharing", [&](Check& check) { check_sharing(check, *context, *device); }));
  }
  return checks;
}

}  // namespace texelscope::app
