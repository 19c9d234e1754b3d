#include "app/interop/shared/shared_vulkan_image.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "app/images/image_convert.h"
#include "app/interop/shared/images_of.h"
#include "render/vulkan/draw/canvas.h"
#include "render/vulkan/draw/viewport_pass.h"
#include "texelscope/gpu/mipmapped_array.h"

namespace texelscope::app {
namespace {

using VulkanImage = render::vulkan::Image;

gpu::ArrayDescriptor array_descriptor(const VulkanImage& image) {
  return {gpu::Extent(static_cast<std::uint64_t>(image.width()), static_cast<std::uint64_t>(image.height())),
          image.format() == render::PixelFormat::rgba8 ? gpu::DataType::uint8 : gpu::DataType::float32, 4, true};
}

gpu::CUDAArray import_array(const gpu::ExternalMemory& memory, const VulkanImage& image) {
  return image.sharing() == render::vulkan::Sharing::exported
             ? memory.mipmapped_array(array_descriptor(image), 1).level(0)
             : memory.array(array_descriptor(image), image.mapped().offset_bytes, image.mapped().row_pitch_bytes);
}

}  // namespace

class AcquiredVulkanImages final : public AcquiredImages {
 public:
  AcquiredVulkanImages(std::span<SharedVulkanImage* const> images, const gpu::Stream& stream)
      : images_{images.begin(), images.end()}, acquisition_{imported(images), stream} {}

  [[nodiscard]] const gpu::SurfaceObject& surface(std::size_t index) const override {
    return images_.at(index)->surface_;
  }
  void release() override { acquisition_.release(); }

 private:
  static std::vector<ImportedVulkanResource*> imported(std::span<SharedVulkanImage* const> images) {
    std::vector<ImportedVulkanResource*> resources;
    resources.reserve(images.size());
    for (SharedVulkanImage* image : images) {
      resources.push_back(&image->imported_);
    }
    return resources;
  }

  std::vector<SharedVulkanImage*> images_;
  VulkanAcquisition acquisition_;
};

namespace {

class VulkanImageSharing final : public ImageSharing {
 public:
  VulkanImageSharing(const render::vulkan::Context& context, const gpu::Device& device)
      : context_{context}, device_{device} {}

  [[nodiscard]] const gpu::Device& device() const noexcept override { return device_; }
  [[nodiscard]] std::unique_ptr<SharedImage> make_image(FrameFormat format, int width, int height) const override {
    auto image = std::make_unique<SharedVulkanImage>(context_, device_, format, width, height);
    if (image->image().sharing() == render::vulkan::Sharing::copied && !std::exchange(has_warned_, true)) {
      device_.report({gpu::Diagnostic::Severity::warning,
                      fmt::format("the Vulkan device {} has no host-mappable images of {} × {} texels; kernel output "
                                  "is copied through a buffer",
                                  context_.device().name, width, height)});
    }
    return image;
  }
  [[nodiscard]] std::vector<std::unique_ptr<SharedImage>> make_images(FrameFormat format, int width, int height,
                                                                      std::size_t count) const override {
    require_images(count);
    std::vector<std::unique_ptr<SharedImage>> images;
    for (std::size_t made = 0; made < count; ++made) {
      images.push_back(make_image(format, width, height));
    }
    return images;
  }
  [[nodiscard]] std::unique_ptr<SharedVertices> make_vertices(std::size_t capacity) const override {
    return make_vulkan_vertices(context_, device_, capacity);
  }
  [[nodiscard]] std::unique_ptr<AcquiredImages> acquire_all(std::span<SharedImage* const> images,
                                                            const gpu::Stream& stream) const override {
    return std::make_unique<AcquiredVulkanImages>(images_of<SharedVulkanImage>(images, "Vulkan"), stream);
  }

 private:
  render::vulkan::Context context_;
  gpu::Device device_;
  /// Whether the warning about copied images was given; it is given once.
  mutable bool has_warned_ = false;
};

}  // namespace

SharedVulkanImage::SharedVulkanImage(const render::vulkan::Context& context, const gpu::Device& device,
                                     FrameFormat format, int width, int height)
    : context_{context},
      image_{std::make_shared<VulkanImage>(
          context, format == FrameFormat::rgba8 ? render::PixelFormat::rgba8 : render::PixelFormat::rgba32f, width,
          height, vulkan_sharing_with(device))},
      imported_{device, image_},
      array_{import_array(imported_.memory(), *image_)},
      surface_{gpu::SurfaceObject::from_array(array_)} {}

SharedVulkanImage::~SharedVulkanImage() { imported_.last_use().wait_at_the_end(); }

std::unique_ptr<AcquiredImages> SharedVulkanImage::acquire(const gpu::Stream& stream) {
  SharedVulkanImage* const self = this;
  return std::make_unique<AcquiredVulkanImages>(std::span{&self, 1}, stream);
}

FrameFormat SharedVulkanImage::format() const noexcept {
  return image_->format() == render::PixelFormat::rgba8 ? FrameFormat::rgba8 : FrameFormat::rgba32f;
}

Image SharedVulkanImage::viewport_picture(const render::ViewportView& view) const {
  constexpr auto format = render::vulkan::ColorFormat::rgba8;
  render::ViewportView moved = view;
  moved.target.x = 0;
  moved.target.y = 0;
  Image picture = rgba8_image(view.target.width, view.target.height);
  render::vulkan::ViewportPass pass{context_, format};
  render::vulkan::Drawing drawing{0, 0, 0};
  pass.draw(drawing, picture.height, *image_, moved);
  render::vulkan::Canvas{context_, format, picture.width, picture.height}.draw(drawing, picture.pixels);
  return picture;
}

std::shared_ptr<const ImageSharing> share_vulkan_images(const render::vulkan::Context& context,
                                                        const gpu::Device& device) {
  return std::make_shared<const VulkanImageSharing>(context, device);
}

}  // namespace texelscope::app
