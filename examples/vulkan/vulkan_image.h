#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>
#include <vulkan/vulkan.hpp>

/// The Vulkan side of the program: a device, an image of 256 × 256 RGBA8 texels and a timeline semaphore. The
/// image and the semaphore are exported if the kernels run on a GPU; otherwise, the image has linear tiling in
/// host-mapped memory.
struct VulkanImage {
  static constexpr auto opaque_fd = vk::ExternalMemoryHandleTypeFlagBits::eOpaqueFd;

  /// On the GPU with this UUID, or on any device if the image is not exported.
  VulkanImage(bool is_exported_for_gpu, const std::array<std::uint8_t, 16>& uuid) : is_exported{is_exported_for_gpu} {
    const vk::ApplicationInfo application("draw", 1, nullptr, 0, VK_API_VERSION_1_2);
    instance = vk::createInstanceUnique(vk::InstanceCreateInfo({}, &application));
    const std::vector<vk::PhysicalDevice> all = instance->enumeratePhysicalDevices();
    const auto found = std::ranges::find_if(all, [&](const vk::PhysicalDevice& one) {
      const auto facts = one.getProperties2<vk::PhysicalDeviceProperties2, vk::PhysicalDeviceIDProperties>();
      return !is_exported || std::ranges::equal(facts.get<vk::PhysicalDeviceIDProperties>().deviceUUID, uuid);
    });
    if (found == all.end()) {
      throw std::runtime_error("no Vulkan device is that GPU");
    }
    const float priority = 1;
    const vk::DeviceQueueCreateInfo queues({}, 0, 1, &priority);
    vk::PhysicalDeviceTimelineSemaphoreFeatures features(VK_TRUE);
    const std::array exporting{VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME, VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME};
    vk::DeviceCreateInfo info({}, 1, &queues, 0, nullptr, is_exported ? 2 : 0, exporting.data(), nullptr, &features);
    device = found->createDeviceUnique(info);

    const vk::ExternalMemoryImageCreateInfo shared(opaque_fd);
    const vk::ImageTiling tiling = is_exported ? vk::ImageTiling::eOptimal : vk::ImageTiling::eLinear;
    vk::ImageCreateInfo image_info({}, vk::ImageType::e2D, vk::Format::eR8G8B8A8Unorm, {256, 256, 1}, 1, 1);
    image_info.setTiling(tiling).setPNext(is_exported ? &shared : nullptr);
    image_info.setUsage(vk::ImageUsageFlagBits::eTransferDst);
    if (is_exported) {
      image_info.usage |= vk::ImageUsageFlagBits::eStorage;  // for a surface object of the device
    }
    image = device->createImageUnique(image_info);
    const vk::MemoryRequirements needed = device->getImageMemoryRequirements(*image);
    const auto kind =
        is_exported ? vk::MemoryPropertyFlagBits::eDeviceLocal : vk::MemoryPropertyFlagBits::eHostCoherent;
    const vk::PhysicalDeviceMemoryProperties types = found->getMemoryProperties();
    std::uint32_t type = 0;
    while (!(needed.memoryTypeBits >> type & 1U) || !(types.memoryTypes.at(type).propertyFlags & kind)) {
      ++type;
    }
    const vk::MemoryDedicatedAllocateInfo dedicated(*image);
    const vk::ExportMemoryAllocateInfo exported(opaque_fd, &dedicated);
    size_bytes = needed.size;
    memory = device->allocateMemoryUnique({size_bytes, type, is_exported ? &exported : nullptr});
    device->bindImageMemory(*image, *memory, 0);

    const vk::ExportSemaphoreCreateInfo shared_timeline(vk::ExternalSemaphoreHandleTypeFlagBits::eOpaqueFd);
    const vk::SemaphoreTypeCreateInfo counting(vk::SemaphoreType::eTimeline, 0,
                                               is_exported ? &shared_timeline : nullptr);
    timeline = device->createSemaphoreUnique({{}, &counting});
    pool = device->createCommandPoolUnique({});
  }

  /// Starts to fill the image, and changes it to the layout in which it is shared; then signals 1 on the timeline.
  void clear() {
    commands = std::move(device->allocateCommandBuffersUnique({*pool, vk::CommandBufferLevel::ePrimary, 1}).front());
    commands->begin(vk::CommandBufferBeginInfo());
    const vk::ImageSubresourceRange whole(vk::ImageAspectFlagBits::eColor, 0, 1, 0, 1);
    const vk::ImageMemoryBarrier barrier({}, vk::AccessFlagBits::eTransferWrite, {}, vk::ImageLayout::eGeneral, 0, 0,
                                         *image, whole);
    constexpr auto always = vk::PipelineStageFlagBits::eAllCommands;
    commands->pipelineBarrier(always, always, {}, {}, {}, barrier);
    // 51 and 102 of 255: rounding of values between two bytes differs among devices.
    commands->clearColorImage(*image, vk::ImageLayout::eGeneral, vk::ClearColorValue(0.2F, 0.0F, 0.4F, 1.0F), whole);
    if (is_exported) {  // released to the importer, as required for images with exclusive sharing mode
      const vk::ImageMemoryBarrier release(vk::AccessFlagBits::eTransferWrite, {}, vk::ImageLayout::eGeneral,
                                           vk::ImageLayout::eGeneral, 0, VK_QUEUE_FAMILY_EXTERNAL, *image, whole);
      commands->pipelineBarrier(always, always, {}, {}, {}, release);
    }
    commands->end();
    const std::uint64_t value = 1;
    const vk::TimelineSemaphoreSubmitInfo values({}, value);
    device->getQueue(0, 0).submit(vk::SubmitInfo({}, {}, *commands, *timeline, &values));
  }

  /// New file descriptors of the exported memory and timeline, for the importer.
  [[nodiscard]] int memory_descriptor() const {
    const VkMemoryGetFdInfoKHR info = vk::MemoryGetFdInfoKHR(*memory, opaque_fd);
    int descriptor = -1;
    reinterpret_cast<PFN_vkGetMemoryFdKHR>(device->getProcAddr("vkGetMemoryFdKHR"))(*device, &info, &descriptor);
    return descriptor;
  }
  [[nodiscard]] int timeline_descriptor() const {
    const VkSemaphoreGetFdInfoKHR info =
        vk::SemaphoreGetFdInfoKHR(*timeline, vk::ExternalSemaphoreHandleTypeFlagBits::eOpaqueFd);
    int descriptor = -1;
    reinterpret_cast<PFN_vkGetSemaphoreFdKHR>(device->getProcAddr("vkGetSemaphoreFdKHR"))(*device, &info, &descriptor);
    return descriptor;
  }
  /// The bytes of the image that is not exported, and the layout of its rows.
  [[nodiscard]] std::span<std::byte> map() const {
    return {static_cast<std::byte*>(device->mapMemory(*memory, 0, VK_WHOLE_SIZE)), size_bytes};
  }
  [[nodiscard]] vk::SubresourceLayout rows() const {
    return device->getImageSubresourceLayout(*image, {vk::ImageAspectFlagBits::eColor, 0, 0});
  }

  bool is_exported = false;
  vk::UniqueInstance instance;
  vk::UniqueDevice device;
  vk::UniqueImage image;
  vk::UniqueDeviceMemory memory;
  vk::DeviceSize size_bytes = 0;
  vk::UniqueSemaphore timeline;
  vk::UniqueCommandPool pool;
  vk::UniqueCommandBuffer commands;
};
