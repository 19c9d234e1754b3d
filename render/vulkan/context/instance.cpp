#include "render/vulkan/context/instance.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "render/common/error.h"
#include "render/vulkan/context/call.h"
#include "render/vulkan/context/validation.h"
#include "render/window/glfw_library.h"

namespace texelscope::render::vulkan {
namespace {

constexpr const char* validation_layer = "VK_LAYER_KHRONOS_validation";

std::string_view wanted_validation() {
  const char* const text = std::getenv("TEXELSCOPE_VULKAN_VALIDATION");
  return text != nullptr ? text : "";
}

bool has_validation() {
  return std::ranges::any_of(
      list_all<VkLayerProperties>(global_functions().EnumerateInstanceLayerProperties),
      [](const VkLayerProperties& layer) { return std::string_view(layer.layerName) == validation_layer; });
}

std::vector<VkExtensionProperties> extensions_of(const InstanceFunctions& functions, VkPhysicalDevice device) {
  return list_all<VkExtensionProperties>([&](std::uint32_t* count, VkExtensionProperties* extensions) {
    functions.EnumerateDeviceExtensionProperties(device, nullptr, count, extensions);
  });
}

/// Whether the device exports timeline semaphores. The extension alone does not imply it: lavapipe of Mesa 26 supports
/// it for other kinds of semaphores (Vulkan 1.2, 7.4.1).
bool exports_timelines(const InstanceFunctions& functions, VkPhysicalDevice device) {
  const VkSemaphoreTypeCreateInfo type{.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                       .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};
  const VkPhysicalDeviceExternalSemaphoreInfo info{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_SEMAPHORE_INFO,
                                                   .pNext = &type,
                                                   .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT};
  VkExternalSemaphoreProperties properties{.sType = VK_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_PROPERTIES};
  functions.GetPhysicalDeviceExternalSemaphoreProperties(device, &info, &properties);
  return (properties.externalSemaphoreFeatures & VK_EXTERNAL_SEMAPHORE_FEATURE_EXPORTABLE_BIT) != 0;
}

VkBool32 VKAPI_CALL take_message(VkDebugUtilsMessageSeverityFlagBitsEXT /*severity*/,
                                 VkDebugUtilsMessageTypeFlagsEXT /*types*/,
                                 const VkDebugUtilsMessengerCallbackDataEXT* data, void* /*user*/) {
  add_validation_message(data->pMessage);
  return VK_FALSE;
}

/// Whether an instance is the first of the process, which is never destroyed. Vulkan's loader unloads the drivers with
/// the last instance, and NVIDIA's driver (580, measured on an H200) then breaks EGL's current contexts: glGetIntegerv
/// writes nothing, eglMakeCurrent fails, even for contexts created later.
bool keeps_driver_loaded(VkInstance instance) {
  static std::atomic<VkInstance> kept = VK_NULL_HANDLE;
  VkInstance none = VK_NULL_HANDLE;
  return kept.compare_exchange_strong(none, instance);
}

/// The extensions that GLFW requires to create surfaces.
std::vector<const char*> window_extensions() {
  std::uint32_t count = 0;
  const char** const names = glfwGetRequiredInstanceExtensions(&count);
  if (names == nullptr) {
    throw Unavailable{
        fmt::format("Vulkan cannot draw into windows here: {}; install a Vulkan driver with VK_KHR_surface, or use "
                    "--renderer gl",
                    last_glfw_error())};
  }
  return {names, names + count};
}

}  // namespace

Instance::Instance(bool has_window) {
  const std::string_view wanted = wanted_validation();
  const bool is_validated = (wanted == "1" || wanted == "auto") && has_validation();
  if (wanted == "1" && !is_validated) {
    throw Unavailable{
        "TEXELSCOPE_VULKAN_VALIDATION is set, but the layer VK_LAYER_KHRONOS_validation is missing: install "
        "vulkan-validationlayers, or unset the variable"};
  }
  const VkApplicationInfo application{.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                      .pApplicationName = "texelscope",
                                      .pEngineName = "texelscope",
                                      .apiVersion = VK_API_VERSION_1_2};
  std::vector<const char*> extensions = has_window ? window_extensions() : std::vector<const char*>{};
  if (is_validated) {
    extensions.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
  }
  const VkValidationFeatureEnableEXT enabled = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
  const VkValidationFeaturesEXT features{.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
                                         .enabledValidationFeatureCount = 1,
                                         .pEnabledValidationFeatures = &enabled};
  const VkInstanceCreateInfo info{.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                  .pNext = is_validated ? &features : nullptr,
                                  .pApplicationInfo = &application,
                                  .enabledLayerCount = is_validated ? 1U : 0U,
                                  .ppEnabledLayerNames = &validation_layer,
                                  .enabledExtensionCount = static_cast<std::uint32_t>(extensions.size()),
                                  .ppEnabledExtensionNames = extensions.data()};
  if (const VkResult result = call("vkCreateInstance", global_functions().CreateInstance, &info, nullptr, &handle_);
      result != VK_SUCCESS) {
    throw Unavailable{fmt::format(
        "cannot initialize Vulkan: vkCreateInstance returned {}; install a Vulkan driver (mesa-vulkan-drivers "
        "provides a software one), or use --renderer gl",
        result_name(result))};
  }
  try {
    functions_ = load_instance_functions(handle_);
  } catch (...) {
    // Some functions may be missing, but every driver has this function.
    reinterpret_cast<PFN_vkDestroyInstance>(global_functions().GetInstanceProcAddr(handle_, "vkDestroyInstance"))(
        handle_, nullptr);
    throw;
  }
  if (is_validated) {
    listen();
  }
}

Instance::~Instance() {
  if (messenger_ != VK_NULL_HANDLE) {
    functions_.DestroyDebugUtilsMessengerEXT(handle_, messenger_, nullptr);
  }
  if (!keeps_driver_loaded(handle_)) {
    functions_.DestroyInstance(handle_, nullptr);
  }
}

void Instance::listen() {
  const VkDebugUtilsMessengerCreateInfoEXT info{.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
                                                .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                                                                   VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                                                // Excludes performance warnings, because the layers warn about
                                                // VK_IMAGE_LAYOUT_GENERAL, the layout shared with the compute device.
                                                .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
                                                .pfnUserCallback = take_message};
  functions_.CreateDebugUtilsMessengerEXT(handle_, &info, nullptr, &messenger_);
}

std::vector<VkPhysicalDevice> Instance::physical_devices() const {
  auto devices = list_all<VkPhysicalDevice>([&](std::uint32_t* count, VkPhysicalDevice* list) {
    require_call("vkEnumeratePhysicalDevices", "list Vulkan devices", functions_.EnumeratePhysicalDevices, handle_,
                 count, list);
  });
  std::erase_if(devices, [&](VkPhysicalDevice device) { return describe(device).api_version < VK_API_VERSION_1_2; });
  return devices;
}

PhysicalDevice Instance::describe(VkPhysicalDevice device) const {
  VkPhysicalDeviceDriverProperties driver{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
  VkPhysicalDeviceIDProperties id{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES, .pNext = &driver};
  VkPhysicalDeviceProperties2 properties{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &id};
  functions_.GetPhysicalDeviceProperties2(device, &properties);
  PhysicalDevice described{.name = properties.properties.deviceName,
                           .driver = fmt::format("{} {}", driver.driverName, driver.driverInfo),
                           .api_version = properties.properties.apiVersion,
                           .is_software = properties.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU};
  std::memcpy(described.uuid.data(), id.deviceUUID, described.uuid.size());
  for (const VkExtensionProperties& extension : extensions_of(functions_, device)) {
    const std::string_view name = extension.extensionName;
    described.exports_memory = described.exports_memory || name == VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME;
    described.has_swapchain = described.has_swapchain || name == VK_KHR_SWAPCHAIN_EXTENSION_NAME;
    described.exports_semaphores =
        described.exports_semaphores ||
        (name == VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME && exports_timelines(functions_, device));
  }
  return described;
}

}  // namespace texelscope::render::vulkan
