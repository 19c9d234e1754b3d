#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "app/interop/shared/last_stream_use.h"
#include "render/vulkan/image/shared_resource.h"
#include "texelscope/gpu/external_memory.h"
#include "texelscope/gpu/external_semaphore.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::app {

/// The kind of sharing between Vulkan and a device: file descriptors for a CUDA device, memory mapped on the host for
/// the CPU device.
[[nodiscard]] render::vulkan::Sharing vulkan_sharing_with(const gpu::Device& device);

/// The device's view of a Vulkan image's or buffer's memory and timeline.
class ImportedVulkanResource {
 public:
  /// @throws render::Error, gpu::Error.
  ImportedVulkanResource(const gpu::Device& device, std::shared_ptr<render::vulkan::SharedResource> resource);

  [[nodiscard]] const gpu::ExternalMemory& memory() const noexcept { return memory_; }
  /// The last use of the memory, for objects that are created from it and that the device may still use.
  [[nodiscard]] const LastStreamUse& last_use() const noexcept { return last_use_; }

 private:
  friend class VulkanAcquisition;

  std::shared_ptr<render::vulkan::SharedResource> resource_;
  gpu::ExternalMemory memory_;
  gpu::ExternalSemaphore timeline_;
  LastStreamUse last_use_;
};

/// Images and buffers that the device acquires for one frame, in one submission and on one timeline. On a CUDA device
/// the host never waits.
class VulkanAcquisition {
 public:
  /// The resources must outlive this object, or be released before they are destroyed. @throws render::Error,
  /// gpu::Error; nothing is acquired then.
  VulkanAcquisition(std::span<ImportedVulkanResource* const> resources, const gpu::Stream& stream);
  /// Ends the acquisition if necessary; a failure is reported as a diagnostic.
  ~VulkanAcquisition();
  VulkanAcquisition(const VulkanAcquisition&) = delete;
  VulkanAcquisition& operator=(const VulkanAcquisition&) = delete;

  /// @throws render::Error, gpu::Error.
  void release();

 private:
  void signal_on_host(std::uint64_t value);

  std::vector<render::vulkan::SharedResource*> resources_;
  /// The timeline of the first resource, which all of them wait for and signal.
  gpu::ExternalSemaphore timeline_;
  gpu::Stream stream_;
  bool is_acquired_ = true;
};

}  // namespace texelscope::app
