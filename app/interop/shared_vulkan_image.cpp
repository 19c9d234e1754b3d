#include "app/interop/shared_vulkan_image.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "app/interop/images_of.h"
#include "render/vulkan/canvas.h"
#include "render/vulkan/viewport_pass.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/file_descriptor.h"
#include "texelscope/gpu/mipmapped_array.h"

namespace texelscope::app {
namespace {

using VulkanImage = render::vulkan::Image;
using VulkanSharing = render::vulkan::ImageSharing;

VulkanSharing sharing_with(const gpu::Device& device) {
  return device.id().kind == gpu::DeviceKind::cuda ? VulkanSharing::exported : VulkanSharing::mapped;
}

gpu::ArrayDescriptor array_descriptor(const VulkanImage& image) {
  return {gpu::Extent(static_cast<std::uint64_t>(image.width()), static_cast<std::uint64_t>(image.height())),
          image.format() == render::PixelFormat::rgba8 ? gpu::DataType::uint8 : gpu::DataType::float32, 4, true};
}

gpu::ExternalMemory import_memory(const gpu::Device& device, const std::shared_ptr<VulkanImage>& image) {
  return image->sharing() == VulkanSharing::exported
             ? gpu::ExternalMemory::from_opaque_fd(device, gpu::FileDescriptor(image->export_memory()),
                                                   image->memory_bytes(), true)
             : gpu::ExternalMemory::from_host_memory(device, image->mapped().memory, image);
}

gpu::CUDAArray import_array(const gpu::ExternalMemory& memory, const VulkanImage& image) {
  return image.sharing() == VulkanSharing::exported
             ? memory.mipmapped_array(array_descriptor(image), 1).level(0)
             : memory.array(array_descriptor(image), image.mapped().offset_bytes, image.mapped().row_pitch_bytes);
}

/// An image's timeline for the CPU device, whose streams wait and signal on the host.
class ImageTimeline final : public gpu::HostTimeline {
 public:
  explicit ImageTimeline(std::shared_ptr<const VulkanImage> image) : image_{std::move(image)} {}

  std::uint64_t value() override { return image_->timeline_value(); }
  bool signal(std::uint64_t value) override { return image_->signal_timeline(value); }
  bool wait(std::uint64_t value) override { return image_->wait_for_timeline(value); }

 private:
  std::shared_ptr<const VulkanImage> image_;
};

gpu::ExternalSemaphore import_timeline(const gpu::Device& device, const std::shared_ptr<VulkanImage>& image) {
  return image->sharing() == VulkanSharing::exported
             ? gpu::ExternalSemaphore::from_opaque_fd(device, gpu::FileDescriptor(image->export_timeline()),
                                                      gpu::ExternalSemaphoreKind::timeline)
             : gpu::ExternalSemaphore::from_host_timeline(device, std::make_shared<ImageTimeline>(image));
}

}  // namespace

class LentVulkanImages final : public LentImages {
 public:
  LentVulkanImages(std::span<SharedVulkanImage* const> shared, const gpu::Stream& stream)
      : shared_{shared.begin(), shared.end()}, stream_{stream} {
    for (SharedVulkanImage* image : shared_) {
      images_.push_back(image->image_.get());
    }
    const std::uint64_t value = VulkanImage::lend(images_);
    for (SharedVulkanImage* image : shared_) {
      image->last_stream_ = stream;
    }
    try {
      timeline().wait(stream_, value);
    } catch (...) {
      signal_on_host(VulkanImage::take_back(images_));
      throw;
    }
  }
  ~LentVulkanImages() override {
    if (is_lent_) {
      try {
        give_back();
      } catch (const std::exception& error) {
        stream_.device().report({gpu::Diagnostic::Severity::error, error.what()});
      }
    }
  }

  [[nodiscard]] const gpu::SurfaceObject& surface(std::size_t index) const override {
    return shared_.at(index)->surface_;
  }

  void give_back() override {
    const std::uint64_t value = VulkanImage::take_back(images_);
    // From here on the images may go before this does.
    is_lent_ = false;
    try {
      timeline().signal(stream_, value);
    } catch (...) {
      signal_on_host(value);
      throw;
    }
  }

 private:
  /// All wait for, and signal, the first one's.
  [[nodiscard]] const gpu::ExternalSemaphore& timeline() const { return shared_.front()->timeline_; }

  /// The renderer would wait for ever for a signal that no stream gives. Behind what the stream does, where it still
  /// works.
  void signal_on_host(std::uint64_t value) {
    try {
      stream_.synchronize();
    } catch (const gpu::Error& error) {
      stream_.device().report({gpu::Diagnostic::Severity::error, error.what()});
    }
    // A timeline must not go back: what the loan's submission signals comes first.
    if (!images_.front()->wait_for_timeline(value - 1) || !images_.front()->signal_timeline(value)) {
      stream_.device().report({gpu::Diagnostic::Severity::error, "the Vulkan device is lost: start the program again"});
    }
  }

  std::vector<SharedVulkanImage*> shared_;
  std::vector<VulkanImage*> images_;
  gpu::Stream stream_;
  bool is_lent_ = true;
};

namespace {

class VulkanImageSharing final : public ImageSharing {
 public:
  VulkanImageSharing(const render::vulkan::Context& context, const gpu::Device& device)
      : context_{context}, device_{device} {}

  [[nodiscard]] const gpu::Device& device() const noexcept override { return device_; }
  [[nodiscard]] std::unique_ptr<SharedImage> make_image(FrameFormat format, int width, int height) const override {
    return std::make_unique<SharedVulkanImage>(context_, device_, format, width, height);
  }
  [[nodiscard]] std::unique_ptr<SharedVertices> make_vertices(std::size_t capacity) const override {
    throw gpu::Unavailable(fmt::format(
        "the Vulkan renderer cannot draw {} vertices: it has no pipeline for points; take --renderer gl, or "
        "what needs no vertices, as the scene particles with drawn_as=sums",
        capacity));
  }
  [[nodiscard]] std::unique_ptr<LentImages> lend_all(std::span<SharedImage* const> images,
                                                     const gpu::Stream& stream) const override {
    return std::make_unique<LentVulkanImages>(images_of<SharedVulkanImage>(images, "Vulkan"), stream);
  }

 private:
  render::vulkan::Context context_;
  gpu::Device device_;
};

}  // namespace

SharedVulkanImage::SharedVulkanImage(const render::vulkan::Context& context, const gpu::Device& device,
                                     FrameFormat format, int width, int height)
    : context_{context},
      image_{std::make_shared<VulkanImage>(
          context, format == FrameFormat::rgba8 ? render::PixelFormat::rgba8 : render::PixelFormat::rgba32f, width,
          height, sharing_with(device))},
      memory_{import_memory(device, image_)},
      array_{import_array(memory_, *image_)},
      surface_{gpu::SurfaceObject::from_array(array_)},
      timeline_{import_timeline(device, image_)} {}

SharedVulkanImage::~SharedVulkanImage() {
  if (last_stream_) {
    try {
      last_stream_->synchronize();
    } catch (const gpu::Error& error) {
      last_stream_->device().report({gpu::Diagnostic::Severity::error, error.what()});
    }
  }
}

std::unique_ptr<LentImages> SharedVulkanImage::lend(const gpu::Stream& stream) {
  SharedVulkanImage* const self = this;
  return std::make_unique<LentVulkanImages>(std::span{&self, 1}, stream);
}

FrameFormat SharedVulkanImage::format() const noexcept {
  return image_->format() == render::PixelFormat::rgba8 ? FrameFormat::rgba8 : FrameFormat::rgba32f;
}

Image SharedVulkanImage::viewport_picture(const render::ViewportView& view) const {
  constexpr auto format = render::vulkan::ColorFormat::rgba8;
  render::ViewportView moved = view;
  moved.target.x = 0;
  moved.target.y = 0;
  Image picture{view.target.width, view.target.height, 4, gpu::DataType::uint8, {}};
  picture.pixels.resize(static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height) * 4);
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
