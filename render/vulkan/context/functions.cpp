#include "render/vulkan/context/functions.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include "render/common/address_space.h"
#include "render/common/error.h"

namespace texelscope::render::vulkan {
namespace {

template <class Function>
void require_function(Function function, const char* name) {
  if (function == nullptr) {
    throw Unavailable{fmt::format("Vulkan has no {}: update the driver, or use --renderer gl", name)};
  }
}

GlobalFunctions load_global_functions() {
  require_address_space("Vulkan");
  void* const library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    throw Unavailable{
        fmt::format("cannot open the Vulkan loader: {}; install libvulkan1, or use --renderer gl", dlerror())};
  }
  GlobalFunctions functions;
  functions.GetInstanceProcAddr = reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library, "vkGetInstanceProcAddr"));
  require_function(functions.GetInstanceProcAddr, "vkGetInstanceProcAddr");
#define TEXELSCOPE_VULKAN_LOAD(name)                                                                          \
  functions.name = reinterpret_cast<PFN_vk##name>(functions.GetInstanceProcAddr(VK_NULL_HANDLE, "vk" #name)); \
  require_function(functions.name, "vk" #name);
  TEXELSCOPE_VULKAN_GLOBAL_FUNCTIONS(TEXELSCOPE_VULKAN_LOAD)
#undef TEXELSCOPE_VULKAN_LOAD
  return functions;
}

}  // namespace

const GlobalFunctions& global_functions() {
  static const GlobalFunctions functions = load_global_functions();
  return functions;
}

InstanceFunctions load_instance_functions(VkInstance instance) {
  const PFN_vkGetInstanceProcAddr get = global_functions().GetInstanceProcAddr;
  InstanceFunctions functions;
#define TEXELSCOPE_VULKAN_LOAD(name) functions.name = reinterpret_cast<PFN_vk##name>(get(instance, "vk" #name));
#define TEXELSCOPE_VULKAN_REQUIRE(name) require_function(functions.name, "vk" #name);
  TEXELSCOPE_VULKAN_INSTANCE_FUNCTIONS(TEXELSCOPE_VULKAN_LOAD)
  TEXELSCOPE_VULKAN_INSTANCE_FUNCTIONS(TEXELSCOPE_VULKAN_REQUIRE)
  TEXELSCOPE_VULKAN_OPTIONAL_INSTANCE_FUNCTIONS(TEXELSCOPE_VULKAN_LOAD)
#undef TEXELSCOPE_VULKAN_LOAD
  return functions;
}

DeviceFunctions load_device_functions(const InstanceFunctions& instance, VkDevice device) {
  DeviceFunctions functions;
#define TEXELSCOPE_VULKAN_LOAD(name) \
  functions.name = reinterpret_cast<PFN_vk##name>(instance.GetDeviceProcAddr(device, "vk" #name));
  TEXELSCOPE_VULKAN_DEVICE_FUNCTIONS(TEXELSCOPE_VULKAN_LOAD)
  TEXELSCOPE_VULKAN_DEVICE_FUNCTIONS(TEXELSCOPE_VULKAN_REQUIRE)
  TEXELSCOPE_VULKAN_OPTIONAL_DEVICE_FUNCTIONS(TEXELSCOPE_VULKAN_LOAD)
#undef TEXELSCOPE_VULKAN_LOAD
#undef TEXELSCOPE_VULKAN_REQUIRE
  return functions;
}

}  // namespace texelscope::render::vulkan
