#pragma once

#include <memory>
#include <optional>

#include "render/vulkan/context/host_buffer.h"
#include "render/vulkan/image/image.h"
#include "render/vulkan/image/shared_state.h"

namespace texelscope::render::vulkan {

/// The objects of an image.
struct ImageState final : SharedState {
  ImageState(std::shared_ptr<ContextState> context, PixelFormat format, int width, int height, Sharing sharing);
  ~ImageState() override;

  void release(VkCommandBuffer commands) const override;
  void acquire(VkCommandBuffer commands) const override;

  PixelFormat format;
  int width;
  int height;
  VkImage image = VK_NULL_HANDLE;
  MappedTexels mapped;
  /// The host memory for the texels of a copied image.
  std::optional<HostBuffer> rows;
  /// Created when it is first drawn.
  std::optional<SampledView> sampled;
  /// Created when it is first read, and retained: the window reads displayed texels in each frame.
  std::optional<HostBuffer> read_back;

 private:
  [[nodiscard]] VkResult find_tiling(VkImageTiling tiling) const;
  void make_image();
  void begin();
  void close() noexcept;
  void hand_over(VkCommandBuffer commands, const Side& from, const Side& to) const override;
};

[[nodiscard]] constexpr VkFormat native(PixelFormat format) noexcept {
  return format == PixelFormat::rgba8 ? VK_FORMAT_R8G8B8A8_UNORM : VK_FORMAT_R32G32B32A32_SFLOAT;
}

}  // namespace texelscope::render::vulkan
