#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>

#include "render/vulkan/context_state.h"
#include "render/vulkan/image.h"

namespace texelscope::render::vulkan {

/// Whose turn an image is.
enum class Turn : unsigned char {
  /// Vulkan's.
  vulkan,
  compute,
  /// Vulkan's once the compute device has signalled; the next commands wait for it.
  returning,
};

/// The objects of an image. They go from the last to the first.
struct ImageState {
  ImageState(std::shared_ptr<ContextState> context, PixelFormat format, int width, int height, ImageSharing sharing);
  ~ImageState();
  ImageState(const ImageState&) = delete;
  ImageState& operator=(const ImageState&) = delete;

  /// Where the image is on its way back: what commands that use it come after. For a mapped image the host waits, since
  /// then the host signals too. @throws Error when the device is lost.
  [[nodiscard]] TimelinePoint come_back() const;
  /// Submits commands that use the image, which Vulkan gets back first where it must.
  /// @returns the submission's number. @throws Error when the image is lent.
  std::uint64_t submit(const char* action, const std::function<void(VkCommandBuffer)>& record);

  std::shared_ptr<ContextState> context;
  PixelFormat format;
  int width;
  int height;
  ImageSharing sharing;
  VkImage image = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  VkDeviceSize memory_bytes = 0;
  MappedTexels mapped;
  VkSemaphore timeline = VK_NULL_HANDLE;
  /// The last value of the timeline that somebody was told to signal.
  std::uint64_t value = 0;
  Turn turn = Turn::vulkan;
  std::uint64_t last_submission = 0;
  /// What the host has signalled. Whoever waits for that on the host waits here: validation layers (1.3.239) lose a
  /// signal of one thread that another waits for by vkWaitSemaphores, and stall for ten seconds.
  mutable std::mutex signal_mutex;
  mutable std::condition_variable signal_made;
  std::uint64_t signalled = 0;
  bool is_lost = false;

  /// Hands the image over, in a command buffer: from Vulkan's queue to the compute device, or back.
  void release(VkCommandBuffer commands) const;
  void acquire(VkCommandBuffer commands) const;

 private:
  void make_image();
  void allocate();
  void make_timeline();
  void begin();
  void close() noexcept;
};

[[nodiscard]] constexpr VkFormat native(PixelFormat format) noexcept {
  return format == PixelFormat::rgba8 ? VK_FORMAT_R8G8B8A8_UNORM : VK_FORMAT_R32G32B32A32_SFLOAT;
}

}  // namespace texelscope::render::vulkan
