#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "render/vulkan/context/context_state.h"
#include "render/vulkan/context/timeline.h"
#include "render/vulkan/image/shared_resource.h"

namespace texelscope::render::vulkan {

/// The common state of shared resources: memory, timeline and owner. The image or buffer itself belongs to the derived
/// state.
struct SharedState {
  /// @throws Error when the device does not support that sharing.
  SharedState(std::shared_ptr<ContextState> context, Sharing sharing, std::string text);
  /// Frees the memory: the image or buffer in it must have been destroyed.
  virtual ~SharedState();
  SharedState(const SharedState&) = delete;
  SharedState& operator=(const SharedState&) = delete;

  /// Transfers ownership, in a command buffer: from Vulkan's queue to the compute device, or back.
  virtual void release(VkCommandBuffer commands) const;
  virtual void acquire(VkCommandBuffer commands) const;

  std::shared_ptr<ContextState> context;
  Sharing sharing;
  /// Its description for errors: "an RGBA8 image of 640 × 480 texels".
  std::string text;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  VkDeviceSize memory_bytes = 0;
  std::span<std::byte> mapped_memory;
  std::shared_ptr<Timeline> timeline;
  Turn turn = Turn::vulkan;
  /// During a transfer back to Vulkan: the timeline to wait for, and its value. Resources that were acquired together
  /// share the first resource's timeline.
  std::shared_ptr<Timeline> returns_with;
  std::uint64_t returns_at = 0;
  std::uint64_t last_submission = 0;

 protected:
  /// One side of a transfer: the owner, and its accesses.
  struct Side {
    std::uint32_t queue_family = VK_QUEUE_FAMILY_IGNORED;
    VkPipelineStageFlags stages = 0;
    VkAccessFlags accesses = 0;
  };

  /// Memory for the one image or buffer in `dedicated`, mapped if the sharing requires it. @throws Error.
  void allocate(const VkMemoryRequirements& needed, VkMemoryDedicatedAllocateInfo dedicated);

 private:
  virtual void hand_over(VkCommandBuffer commands, const Side& from, const Side& to) const = 0;
  [[nodiscard]] Side vulkan_side() const;
  [[nodiscard]] Side compute_side() const;
};

/// Submits commands that use shared resources, which Vulkan acquires first if necessary; the commands also wait for
/// `waits` and signal `signals`. @returns the submission's number. @throws Error with `action` if a resource is
/// acquired.
std::uint64_t submit_with(ContextState& context, std::span<const std::shared_ptr<SharedState>> shared,
                          const char* action, const std::function<void(VkCommandBuffer)>& record,
                          std::span<const SemaphorePoint> waits = {}, std::span<const SemaphorePoint> signals = {});

}  // namespace texelscope::render::vulkan
