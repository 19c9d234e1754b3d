#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "render/vulkan/context/instance.h"
#include "render/vulkan/image/sampling.h"

namespace texelscope::render::vulkan {

/// A wait or signal operation on a semaphore: the value of a timeline; ignored for a binary semaphore.
struct SemaphorePoint {
  VkSemaphore semaphore = VK_NULL_HANDLE;
  std::uint64_t value = 0;
};

/// The device behind a context, with its queue and command buffers.
struct ContextState {
  /// @throws Unavailable, Error.
  explicit ContextState(const DeviceChoice& choice);
  ~ContextState();
  ContextState(const ContextState&) = delete;
  ContextState& operator=(const ContextState&) = delete;

  /// A memory type in `allowed` (VkMemoryRequirements::memoryTypeBits) with these properties and, if possible, also the
  /// `preferred` properties. @throws Error if none exists.
  [[nodiscard]] std::uint32_t memory_type(std::uint32_t allowed, VkMemoryPropertyFlags required,
                                          VkMemoryPropertyFlags preferred, const std::string& what) const;

  /// Records commands and submits them: they begin once all `waits` have been reached, and `signals` are signaled after
  /// them. @returns the submission's number, from 1. @throws Error, with nothing submitted.
  std::uint64_t submit(const std::function<void(VkCommandBuffer)>& record, std::span<const SemaphorePoint> waits = {},
                       std::span<const SemaphorePoint> signals = {});
  /// Waits for a submission; `action` is its purpose. @throws Error when the device is lost.
  void wait(std::uint64_t submission, const std::string& action) const;
  /// Waits for all submissions so far. @throws Error when the device is lost.
  void wait_for_all();
  /// For destructors: wait for one submission, or for all so far. A lost device no longer uses anything.
  void wait_at_the_end(std::uint64_t submission) const noexcept;
  void wait_for_all_at_the_end() noexcept;
  [[nodiscard]] bool is_done(std::uint64_t submission) const;
  /// Waits until the device is idle, including presentation. @throws Error when the device is lost.
  void wait_until_idle();
  /// vkQueuePresentKHR, between the submissions of other threads. @returns its result.
  VkResult present(const VkPresentInfoKHR& info);

  Instance instance;
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  PhysicalDevice description;
  VkPhysicalDeviceMemoryProperties memory{};
  std::uint32_t max_image_extent = 0;
  std::uint32_t queue_family = 0;
  VkDevice device = VK_NULL_HANDLE;
  DeviceFunctions functions;
  VkQueue queue = VK_NULL_HANDLE;
  Sampling sampling;
  bool has_window = false;

 private:
  struct Submission {
    VkCommandBuffer commands = VK_NULL_HANDLE;
    std::uint64_t number = 0;
  };
  void open_device();
  void close() noexcept;
  [[nodiscard]] VkCommandBuffer free_commands();

  VkCommandPool pool_ = VK_NULL_HANDLE;
  std::mutex mutex_;
  /// Counts finished submissions.
  VkSemaphore done_ = VK_NULL_HANDLE;
  std::uint64_t last_submission_ = 0;
  /// Command buffers in flight, reused once they have finished.
  std::vector<Submission> submissions_;
};

}  // namespace texelscope::render::vulkan
