#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "render/vulkan/context_state.h"
#include "render/vulkan/host_buffer.h"
#include "render/vulkan/image.h"
#include "render/vulkan/timeline.h"

namespace texelscope::render::vulkan {

/// The objects of an image. They go from the last to the first.
struct ImageState {
  ImageState(std::shared_ptr<ContextState> context, PixelFormat format, int width, int height, ImageSharing sharing);
  ~ImageState();
  ImageState(const ImageState&) = delete;
  ImageState& operator=(const ImageState&) = delete;

  std::shared_ptr<ContextState> context;
  PixelFormat format;
  int width;
  int height;
  ImageSharing sharing;
  VkImage image = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  VkDeviceSize memory_bytes = 0;
  MappedTexels mapped;
  std::shared_ptr<Timeline> timeline;
  Turn turn = Turn::vulkan;
  /// While it returns: the timeline that tells, and its value. Images that were lent together share the first one's.
  std::shared_ptr<Timeline> returns_with;
  std::uint64_t returns_at = 0;
  std::uint64_t last_submission = 0;
  /// Made when it is first drawn.
  std::optional<SampledView> sampled;
  /// Made when it is first read, and kept: what a window shows of texels is read for each frame.
  std::optional<HostBuffer> read_back;

  /// Hands the image over, in a command buffer: from Vulkan's queue to the compute device, or back.
  void release(VkCommandBuffer commands) const;
  void acquire(VkCommandBuffer commands) const;

 private:
  void make_image();
  void allocate();
  void begin();
  void close() noexcept;
};

/// Submits commands that use images, which Vulkan gets back first where it must, and wait for `waits` too. Where they
/// signal is in `signals`. @returns the submission's number. @throws Error when an image is lent, naming `action`.
std::uint64_t submit_with(ContextState& context, std::span<const std::shared_ptr<ImageState>> images,
                          const char* action, const std::function<void(VkCommandBuffer)>& record,
                          std::span<const SemaphorePoint> waits = {}, std::span<const SemaphorePoint> signals = {});

[[nodiscard]] constexpr VkFormat native(PixelFormat format) noexcept {
  return format == PixelFormat::rgba8 ? VK_FORMAT_R8G8B8A8_UNORM : VK_FORMAT_R32G32B32A32_SFLOAT;
}

}  // namespace texelscope::render::vulkan
