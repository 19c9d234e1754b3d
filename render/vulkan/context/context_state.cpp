#include "render/vulkan/context/context_state.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "render/common/error.h"
#include "render/vulkan/context/call.h"

namespace texelscope::render::vulkan {
namespace {

std::string names_of(const Instance& instance, const std::vector<VkPhysicalDevice>& devices) {
  std::string names;
  for (VkPhysicalDevice device : devices) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", instance.describe(device).name);
  }
  return names.empty() ? "none" : names;
}

VkPhysicalDevice choose(const Instance& instance, const DeviceChoice& choice) {
  const std::vector<VkPhysicalDevice> devices = instance.physical_devices();
  if (devices.empty()) {
    throw Unavailable{
        "Vulkan lists no device with version 1.2: install a driver (mesa-vulkan-drivers provides a software one), "
        "or use --renderer gl"};
  }
  const auto found = std::ranges::find_if(devices, [&](VkPhysicalDevice device) {
    const PhysicalDevice description = instance.describe(device);
    return choice.uuid ? description.uuid == *choice.uuid : description.is_software;
  });
  if (found != devices.end()) {
    return *found;
  }
  if (choice.uuid) {
    throw Unavailable{fmt::format(
        "no Vulkan device matches the CUDA device's UUID (found: {}): install the GPU's Vulkan driver, or use "
        "--renderer gl",
        names_of(instance, devices))};
  }
  return devices.front();
}

std::uint32_t find_queue_family(const Instance& instance, VkPhysicalDevice device, bool has_window) {
  const auto families = list_all<VkQueueFamilyProperties>([&](std::uint32_t* count, VkQueueFamilyProperties* list) {
    instance.functions().GetPhysicalDeviceQueueFamilyProperties(device, count, list);
  });
  for (std::uint32_t family = 0; family < families.size(); ++family) {
    if ((families[family].queueFlags & VK_QUEUE_GRAPHICS_BIT) != 0 &&
        (!has_window || glfwGetPhysicalDevicePresentationSupport(instance.handle(), device, family) == GLFW_TRUE)) {
      return family;
    }
  }
  throw Unavailable{fmt::format("the Vulkan device {} cannot draw{}: use --renderer gl", instance.describe(device).name,
                                has_window ? " into windows" : "")};
}

/// Semaphores and their values, in separate lists as vkQueueSubmit requires.
struct SemaphoreList {
  SemaphoreList(std::span<const SemaphorePoint> points, const std::optional<SemaphorePoint>& one_more) {
    for (const SemaphorePoint& point : points) {
      add(point);
    }
    if (one_more) {
      add(*one_more);
    }
  }
  void add(const SemaphorePoint& point) {
    semaphores.push_back(point.semaphore);
    values.push_back(point.value);
  }
  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(semaphores.size()); }

  std::vector<VkSemaphore> semaphores;
  std::vector<std::uint64_t> values;
};

}  // namespace

ContextState::ContextState(const DeviceChoice& choice)
    : instance{choice.has_window}, physical{choose(instance, choice)}, has_window{choice.has_window} {
  description = instance.describe(physical);
  instance.functions().GetPhysicalDeviceMemoryProperties(physical, &memory);
  VkPhysicalDeviceProperties2 properties{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
  instance.functions().GetPhysicalDeviceProperties2(physical, &properties);
  max_image_extent = properties.properties.limits.maxImageDimension2D;
  queue_family = find_queue_family(instance, physical, has_window);
  open_device();
}

void ContextState::open_device() {
  const InstanceFunctions& functions_of_instance = instance.functions();
  VkPhysicalDeviceTimelineSemaphoreFeatures timeline{.sType =
                                                         VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES};
  VkPhysicalDeviceFeatures2 features{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &timeline};
  functions_of_instance.GetPhysicalDeviceFeatures2(physical, &features);
  if (timeline.timelineSemaphore == VK_FALSE) {
    throw Unavailable{fmt::format(
        "the Vulkan device {} has no timeline semaphores: update its driver, or use --renderer gl", description.name)};
  }
  std::vector<const char*> extensions;
  if (description.exports_memory) {
    extensions.push_back(VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME);
  }
  if (description.exports_semaphores) {
    extensions.push_back(VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME);
  }
  if (has_window && !description.has_swapchain) {
    throw Unavailable{fmt::format(
        "the Vulkan device {} cannot draw into windows (it lacks VK_KHR_swapchain): update its driver, or use "
        "--renderer gl",
        description.name)};
  }
  if (has_window) {
    extensions.push_back(VK_KHR_SWAPCHAIN_EXTENSION_NAME);
  }
  const float priority = 1;
  const VkDeviceQueueCreateInfo queue_info{.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                           .queueFamilyIndex = queue_family,
                                           .queueCount = 1,
                                           .pQueuePriorities = &priority};
  timeline.pNext = nullptr;
  const VkDeviceCreateInfo info{.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                .pNext = &timeline,
                                .queueCreateInfoCount = 1,
                                .pQueueCreateInfos = &queue_info,
                                .enabledExtensionCount = static_cast<std::uint32_t>(extensions.size()),
                                .ppEnabledExtensionNames = extensions.data()};
  require_call("vkCreateDevice", fmt::format("open the Vulkan device {}", description.name),
               functions_of_instance.CreateDevice, physical, &info, nullptr, &device);
  try {
    functions = load_device_functions(functions_of_instance, device);
  } catch (...) {
    // Some functions may be missing, but every driver has this function.
    reinterpret_cast<PFN_vkDestroyDevice>(functions_of_instance.GetDeviceProcAddr(device, "vkDestroyDevice"))(device,
                                                                                                              nullptr);
    throw;
  }
  functions.GetDeviceQueue(device, queue_family, 0, &queue);
  const VkCommandPoolCreateInfo pool_info{
      .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
      .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT | VK_COMMAND_POOL_CREATE_TRANSIENT_BIT,
      .queueFamilyIndex = queue_family};
  const VkSemaphoreTypeCreateInfo type{.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                       .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};
  const VkSemaphoreCreateInfo semaphore_info{.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
  try {
    require_call("vkCreateCommandPool", "create a command pool", functions.CreateCommandPool, device, &pool_info,
                 nullptr, &pool_);
    require_call("vkCreateSemaphore", "create a timeline semaphore", functions.CreateSemaphore, device, &semaphore_info,
                 nullptr, &done_);
    make_sampling(functions, device, sampling);
  } catch (...) {
    close();
    throw;
  }
}

ContextState::~ContextState() {
  functions.DeviceWaitIdle(device);
  close();
}

void ContextState::close() noexcept {
  destroy_sampling(functions, device, sampling);
  functions.DestroySemaphore(device, done_, nullptr);
  functions.DestroyCommandPool(device, pool_, nullptr);
  functions.DestroyDevice(device, nullptr);
}

std::uint32_t ContextState::memory_type(std::uint32_t allowed, VkMemoryPropertyFlags required,
                                        VkMemoryPropertyFlags preferred, const std::string& what) const {
  for (const VkMemoryPropertyFlags wanted : {required | preferred, required}) {
    for (std::uint32_t type = 0; type < memory.memoryTypeCount; ++type) {
      if ((allowed >> type & 1U) != 0 && (memory.memoryTypes[type].propertyFlags & wanted) == wanted) {
        return type;
      }
    }
  }
  throw Error{fmt::format("{}: no memory type for {} has the properties {:#x}: use --renderer gl", description.name,
                          what, required)};
}

VkCommandBuffer ContextState::free_commands() {
  VkCommandBuffer commands = VK_NULL_HANDLE;
  // In the order of their submission.
  if (!submissions_.empty() && is_done(submissions_.front().number)) {
    commands = submissions_.front().commands;
    submissions_.erase(submissions_.begin());
    return commands;
  }
  const VkCommandBufferAllocateInfo info{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                         .commandPool = pool_,
                                         .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                         .commandBufferCount = 1};
  require_call("vkAllocateCommandBuffers", "create a command buffer", functions.AllocateCommandBuffers, device, &info,
               &commands);
  return commands;
}

std::uint64_t ContextState::submit(const std::function<void(VkCommandBuffer)>& record,
                                   std::span<const SemaphorePoint> waits, std::span<const SemaphorePoint> signals) {
  const std::lock_guard lock{mutex_};
  VkCommandBuffer commands = free_commands();
  const std::uint64_t number = last_submission_ + 1;
  try {
    const VkCommandBufferBeginInfo begin{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                         .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    require_call("vkBeginCommandBuffer", "record commands", functions.BeginCommandBuffer, commands, &begin);
    record(commands);
    require_call("vkEndCommandBuffer", "record commands", functions.EndCommandBuffer, commands);
    const SemaphoreList waited{waits, std::nullopt};
    const SemaphoreList signalled{signals, SemaphorePoint{done_, number}};
    const std::vector<VkPipelineStageFlags> stages(waits.size(), VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
    const VkTimelineSemaphoreSubmitInfo values{.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
                                               .waitSemaphoreValueCount = waited.count(),
                                               .pWaitSemaphoreValues = waited.values.data(),
                                               .signalSemaphoreValueCount = signalled.count(),
                                               .pSignalSemaphoreValues = signalled.values.data()};
    const VkSubmitInfo info{.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                            .pNext = &values,
                            .waitSemaphoreCount = waited.count(),
                            .pWaitSemaphores = waited.semaphores.data(),
                            .pWaitDstStageMask = stages.data(),
                            .commandBufferCount = 1,
                            .pCommandBuffers = &commands,
                            .signalSemaphoreCount = signalled.count(),
                            .pSignalSemaphores = signalled.semaphores.data()};
    const VkFence no_fence = VK_NULL_HANDLE;
    require_call("vkQueueSubmit", "submit commands", functions.QueueSubmit, queue, 1U, &info, no_fence);
  } catch (...) {
    functions.FreeCommandBuffers(device, pool_, 1, &commands);
    throw;
  }
  submissions_.push_back({commands, number});
  last_submission_ = number;
  return number;
}

void ContextState::wait_for_all() {
  std::uint64_t last = 0;
  {
    const std::lock_guard lock{mutex_};
    last = last_submission_;
  }
  wait(last, "wait for submitted commands");
}

void ContextState::wait_at_the_end(std::uint64_t submission) const noexcept {
  try {
    wait(submission, "wait for the last use");
  } catch (const Error&) {
    // The device is lost.
  }
}

void ContextState::wait_for_all_at_the_end() noexcept {
  try {
    wait_for_all();
  } catch (const Error&) {
    // The device is lost.
  }
}

void ContextState::wait_until_idle() {
  const std::lock_guard lock{mutex_};
  require_call("vkDeviceWaitIdle", "wait for the device", functions.DeviceWaitIdle, device);
}

VkResult ContextState::present(const VkPresentInfoKHR& info) {
  const std::lock_guard lock{mutex_};
  return call("vkQueuePresentKHR", functions.QueuePresentKHR, queue, &info);
}

bool ContextState::is_done(std::uint64_t submission) const {
  std::uint64_t done = 0;
  require_call("vkGetSemaphoreCounterValue", "query completed work", functions.GetSemaphoreCounterValue, device, done_,
               &done);
  return done >= submission;
}

void ContextState::wait(std::uint64_t submission, const std::string& action) const {
  const VkSemaphoreWaitInfo info{.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                                 .semaphoreCount = 1,
                                 .pSemaphores = &done_,
                                 .pValues = &submission};
  require_call("vkWaitSemaphores", action, functions.WaitSemaphores, device, &info, UINT64_MAX);
}

}  // namespace texelscope::render::vulkan
