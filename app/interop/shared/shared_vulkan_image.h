#pragma once

#include "app/interop/shared/shared_image.h"
#include "app/interop/shared/vulkan_acquisition.h"
#include "render/vulkan/image/image.h"
#include "texelscope/gpu/cuda_array.h"

namespace texelscope::app {

class AcquiredVulkanImages;

/// A Vulkan image whose memory is the device's array, with a timeline semaphore that orders accesses: nothing is
/// copied, and on a CUDA device the host never waits. The CPU device uses the mapped rows of an image with linear
/// tiling.
class SharedVulkanImage final : public SharedImage {
 public:
  /// @throws render::Error, gpu::Error.
  SharedVulkanImage(const render::vulkan::Context& context, const gpu::Device& device, FrameFormat format, int width,
                    int height);
  ~SharedVulkanImage() override;

  [[nodiscard]] std::unique_ptr<AcquiredImages> acquire(const gpu::Stream& stream) override;
  [[nodiscard]] int width() const noexcept override { return image_->width(); }
  [[nodiscard]] int height() const noexcept override { return image_->height(); }
  [[nodiscard]] FrameFormat format() const noexcept override;
  using SharedImage::read;
  void read(const render::PixelRect& box, std::span<std::byte> pixels) const override { image_->read(box, pixels); }
  [[nodiscard]] Image viewport_picture(const render::ViewportView& view) const override;

  [[nodiscard]] const render::vulkan::Image& image() const noexcept { return *image_; }
  /// The device's array in the image's memory.
  [[nodiscard]] const gpu::CUDAArray& array() const noexcept { return array_; }

 private:
  friend class AcquiredVulkanImages;

  render::vulkan::Context context_;
  std::shared_ptr<render::vulkan::Image> image_;
  ImportedVulkanResource imported_;
  gpu::CUDAArray array_;
  gpu::SurfaceObject surface_;
};

/// A Vulkan vertex buffer in memory shared with the device, and its renderer. @throws render::Error, gpu::Error.
[[nodiscard]] std::unique_ptr<SharedVertices> make_vulkan_vertices(const render::vulkan::Context& context,
                                                                   const gpu::Device& device, std::size_t capacity);

/// Shares images on the context's device, which is the same GPU as the CUDA device, or any Vulkan device for the CPU
/// device.
[[nodiscard]] std::shared_ptr<const ImageSharing> share_vulkan_images(const render::vulkan::Context& context,
                                                                      const gpu::Device& device);

}  // namespace texelscope::app
