#pragma once

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>

/// The functions of each level that the renderer requires.
#define TEXELSCOPE_VULKAN_GLOBAL_FUNCTIONS(X) \
  X(CreateInstance)                           \
  X(EnumerateInstanceLayerProperties)         \
  X(EnumerateInstanceExtensionProperties)
#define TEXELSCOPE_VULKAN_INSTANCE_FUNCTIONS(X)   \
  X(DestroyInstance)                              \
  X(EnumeratePhysicalDevices)                     \
  X(GetPhysicalDeviceProperties2)                 \
  X(GetPhysicalDeviceExternalSemaphoreProperties) \
  X(GetPhysicalDeviceFeatures2)                   \
  X(GetPhysicalDeviceQueueFamilyProperties)       \
  X(GetPhysicalDeviceMemoryProperties)            \
  X(GetPhysicalDeviceImageFormatProperties2)      \
  X(EnumerateDeviceExtensionProperties)           \
  X(CreateDevice)                                 \
  X(GetDeviceProcAddr)
#define TEXELSCOPE_VULKAN_DEVICE_FUNCTIONS(X) \
  X(DestroyDevice)                            \
  X(DeviceWaitIdle)                           \
  X(GetDeviceQueue)                           \
  X(QueueSubmit)                              \
  X(CreateCommandPool)                        \
  X(DestroyCommandPool)                       \
  X(AllocateCommandBuffers)                   \
  X(FreeCommandBuffers)                       \
  X(BeginCommandBuffer)                       \
  X(EndCommandBuffer)                         \
  X(CmdPipelineBarrier)                       \
  X(CmdCopyImage)                             \
  X(CmdCopyImageToBuffer)                     \
  X(CmdCopyBufferToImage)                     \
  X(CmdBeginRenderPass)                       \
  X(CmdEndRenderPass)                         \
  X(CmdBindPipeline)                          \
  X(CmdBindDescriptorSets)                    \
  X(CmdBindVertexBuffers)                     \
  X(CmdBindIndexBuffer)                       \
  X(CmdPushConstants)                         \
  X(CmdSetViewport)                           \
  X(CmdSetScissor)                            \
  X(CmdClearAttachments)                      \
  X(CmdDraw)                                  \
  X(CmdDrawIndexed)                           \
  X(CreateImage)                              \
  X(DestroyImage)                             \
  X(GetImageMemoryRequirements)               \
  X(GetImageSubresourceLayout)                \
  X(BindImageMemory)                          \
  X(CreateImageView)                          \
  X(DestroyImageView)                         \
  X(CreateSampler)                            \
  X(DestroySampler)                           \
  X(CreateDescriptorSetLayout)                \
  X(DestroyDescriptorSetLayout)               \
  X(CreateDescriptorPool)                     \
  X(DestroyDescriptorPool)                    \
  X(AllocateDescriptorSets)                   \
  X(UpdateDescriptorSets)                     \
  X(CreateRenderPass)                         \
  X(DestroyRenderPass)                        \
  X(CreateFramebuffer)                        \
  X(DestroyFramebuffer)                       \
  X(CreateShaderModule)                       \
  X(DestroyShaderModule)                      \
  X(CreatePipelineLayout)                     \
  X(DestroyPipelineLayout)                    \
  X(CreateGraphicsPipelines)                  \
  X(DestroyPipeline)                          \
  X(CreateBuffer)                             \
  X(DestroyBuffer)                            \
  X(GetBufferMemoryRequirements)              \
  X(BindBufferMemory)                         \
  X(AllocateMemory)                           \
  X(FreeMemory)                               \
  X(MapMemory)                                \
  X(CreateSemaphore)                          \
  X(DestroySemaphore)                         \
  X(GetSemaphoreCounterValue)                 \
  X(WaitSemaphores)                           \
  X(SignalSemaphore)
/// Functions of extensions, which may be null.
#define TEXELSCOPE_VULKAN_OPTIONAL_INSTANCE_FUNCTIONS(X) \
  X(CreateDebugUtilsMessengerEXT)                        \
  X(DestroySurfaceKHR)                                   \
  X(GetPhysicalDeviceSurfaceSupportKHR)                  \
  X(GetPhysicalDeviceSurfaceCapabilitiesKHR)             \
  X(GetPhysicalDeviceSurfaceFormatsKHR)                  \
  X(GetPhysicalDeviceSurfacePresentModesKHR)             \
  X(DestroyDebugUtilsMessengerEXT)
#define TEXELSCOPE_VULKAN_OPTIONAL_DEVICE_FUNCTIONS(X) \
  X(GetMemoryFdKHR)                                    \
  X(CreateSwapchainKHR)                                \
  X(DestroySwapchainKHR)                               \
  X(GetSwapchainImagesKHR)                             \
  X(AcquireNextImageKHR)                               \
  X(QueuePresentKHR)                                   \
  X(GetSemaphoreFdKHR)

namespace texelscope::render::vulkan {

#define TEXELSCOPE_VULKAN_POINTER(name) PFN_vk##name name = nullptr;

/// The functions that the loader provides without an instance.
struct GlobalFunctions {
  PFN_vkGetInstanceProcAddr GetInstanceProcAddr = nullptr;
  TEXELSCOPE_VULKAN_GLOBAL_FUNCTIONS(TEXELSCOPE_VULKAN_POINTER)
};

struct InstanceFunctions {
  TEXELSCOPE_VULKAN_INSTANCE_FUNCTIONS(TEXELSCOPE_VULKAN_POINTER)
  TEXELSCOPE_VULKAN_OPTIONAL_INSTANCE_FUNCTIONS(TEXELSCOPE_VULKAN_POINTER)
};

/// The driver's own functions, bypassing the loader.
struct DeviceFunctions {
  TEXELSCOPE_VULKAN_DEVICE_FUNCTIONS(TEXELSCOPE_VULKAN_POINTER)
  TEXELSCOPE_VULKAN_OPTIONAL_DEVICE_FUNCTIONS(TEXELSCOPE_VULKAN_POINTER)
};

#undef TEXELSCOPE_VULKAN_POINTER

/// Loads libvulkan.so.1, once for the process. @throws Unavailable when it is missing.
[[nodiscard]] const GlobalFunctions& global_functions();

/// @throws Unavailable for a missing function.
[[nodiscard]] InstanceFunctions load_instance_functions(VkInstance instance);
[[nodiscard]] DeviceFunctions load_device_functions(const InstanceFunctions& functions, VkDevice device);

}  // namespace texelscope::render::vulkan
