#include "app/interop/presentation/present_path.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "app/device/scoped_synchronize.h"
#include "app/interop/shared/shared_gl_image.h"
#include "app/interop/shared/shared_image.h"
#include "app/interop/shared/shared_vulkan_image.h"
#include "app/labs/interop/presentation_cost.h"
#include "app/labs/interop/test_pattern.h"
#include "render/common/pixel_rect.h"
#include "render/gl/buffer.h"
#include "render/vulkan/image/texture.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/graphics_resource.h"
#include "texelscope/gpu/surface_object.h"

namespace texelscope::app {

/// The common part of all present paths: a stream and a clock.
class TimedPresentPath : public PresentPath {
 public:
  [[nodiscard]] PresentationTimes show(std::uint32_t frame) final {
    const auto start = std::chrono::steady_clock::now();
    write_and_hand_over(frame);
    const std::chrono::duration<double, std::micro> host = std::chrono::steady_clock::now() - start;
    wait_for_renderer();
    const std::chrono::duration<double, std::micro> whole = std::chrono::steady_clock::now() - start;
    return {host.count(), whole.count()};
  }
  [[nodiscard]] std::vector<std::byte> read() final {
    std::vector<std::byte> pixels(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_) * 4);
    read_box({0, 0, width_, height_}, pixels);
    return pixels;
  }

 protected:
  TimedPresentPath(const gpu::Device& device, int width, int height)
      : stream_{device.create_stream()}, width_{width}, height_{height} {}

  /// All host work of a frame.
  virtual void write_and_hand_over(std::uint32_t frame) = 0;
  /// Reads through the renderer, and waits for all earlier work.
  virtual void read_box(const render::PixelRect& box, std::span<std::byte> pixels) = 0;
  virtual void wait_for_renderer() {
    std::array<std::byte, 4> texel{};
    read_box({0, 0, 1, 1}, texel);
  }

  [[nodiscard]] const gpu::Stream& stream() const { return stream_; }
  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }

 private:
  gpu::Stream stream_;
  int width_;
  int height_;
};

/// An array of the device that a kernel writes and the host reads.
struct OwnArray {
  OwnArray(const gpu::Device& device, int width, int height)
      : array{gpu::CUDAArray::from_descriptor(
            device, {gpu::Extent(static_cast<std::uint64_t>(width), static_cast<std::uint64_t>(height)),
                     gpu::DataType::uint8, 4, true})},
        surface{gpu::SurfaceObject::from_array(array)} {}

  gpu::CUDAArray array;
  gpu::SurfaceObject surface;
};

/// An image of any renderer that the kernel writes directly.
class SharedPresentPath final : public TimedPresentPath {
 public:
  SharedPresentPath(const gpu::Device& device, std::unique_ptr<SharedImage> image)
      : TimedPresentPath{device, image->width(), image->height()}, image_{std::move(image)} {}

 private:
  void write_and_hand_over(std::uint32_t frame) override {
    const std::unique_ptr<AcquiredImages> acquired = image_->acquire(stream());
    write_test_pattern(acquired->surface(), frame, stream());
    acquired->release();
  }
  void read_box(const render::PixelRect& box, std::span<std::byte> pixels) override { image_->read(box, pixels); }

  std::unique_ptr<SharedImage> image_;
  ScopedSynchronize wait_{stream()};
};

/// A texture of any renderer; the host uploads the kernel's output to it.
template <class Texture>
class ReadBackPresentPath final : public TimedPresentPath {
 public:
  /// `texture`: arguments of the texture's constructor.
  template <class... Arguments>
  ReadBackPresentPath(const gpu::Device& device, int width, int height, const Arguments&... texture)
      : TimedPresentPath{device, width, height},
        texture_{texture...},
        own_{device, width, height},
        host_{device.allocate_pinned(own_.array.size_bytes())} {}

 private:
  void write_and_hand_over(std::uint32_t frame) override {
    write_test_pattern(own_.surface, frame, stream());
    own_.array.copy_to(host_, stream());
    stream().synchronize();
    texture_.upload(host_.host_bytes());
  }
  void read_box(const render::PixelRect& box, std::span<std::byte> pixels) override { texture_.read(box, pixels); }

  Texture texture_;
  OwnArray own_;
  gpu::Buffer host_;
  ScopedSynchronize wait_{stream()};
};

namespace {

class KernelAlone final : public TimedPresentPath {
 public:
  KernelAlone(const gpu::Device& device, int width, int height)
      : TimedPresentPath{device, width, height}, own_{device, width, height} {}

 private:
  void write_and_hand_over(std::uint32_t frame) override { write_test_pattern(own_.surface, frame, stream()); }
  void wait_for_renderer() override { stream().synchronize(); }
  /// Supports only the whole image.
  void read_box(const render::PixelRect& /*box*/, std::span<std::byte> pixels) override {
    own_.array.copy_to(pixels, stream());
    stream().synchronize();
  }

  OwnArray own_;
  // The kernel's output must outlive the kernel.
  ScopedSynchronize wait_{stream()};
};

}  // namespace

std::unique_ptr<PresentPath> open_kernel_alone(const gpu::Device& device, int width, int height) {
  return std::make_unique<KernelAlone>(device, width, height);
}

namespace {

class PixelBuffer final : public TimedPresentPath {
 public:
  PixelBuffer(const gpu::GLContext& context, int width, int height)
      : TimedPresentPath{context.device(), width, height},
        texture_{render::PixelFormat::rgba8, width, height},
        buffer_{static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4},
        resource_{gpu::GraphicsResource::from_gl_buffer(context, buffer_.name(), gpu::GraphicsFlags::write_discard)} {}

 private:
  void write_and_hand_over(std::uint32_t frame) override {
    {
      gpu::Mapping mapping = resource_.map(stream());
      write_test_pattern(mapping.buffer(), width(), height(), frame, stream());
      mapping.unmap();
    }
    texture_.upload(buffer_);
  }
  void read_box(const render::PixelRect& box, std::span<std::byte> pixels) override { texture_.read(box, pixels); }

  render::gl::Texture texture_;
  // The buffer must outlive its registration.
  render::gl::Buffer buffer_;
  gpu::GraphicsResource resource_;
  ScopedSynchronize wait_{stream()};
};

}  // namespace

std::unique_ptr<PresentPath> open_gl_present_path(PresentPathKind kind, const gpu::GLContext& context, int width,
                                                  int height) {
  switch (kind) {
    case PresentPathKind::gl_mapped:
      return std::make_unique<SharedPresentPath>(
          context.device(), std::make_unique<SharedGLImage>(context, FrameFormat::rgba8, width, height));
    case PresentPathKind::gl_pixel_buffer:
      return std::make_unique<PixelBuffer>(context, width, height);
    case PresentPathKind::gl_read_back:
      return std::make_unique<ReadBackPresentPath<render::gl::Texture>>(context.device(), width, height,
                                                                        render::PixelFormat::rgba8, width, height);
    case PresentPathKind::kernel_alone:
    case PresentPathKind::vulkan_shared:
    case PresentPathKind::vulkan_read_back:
      break;
  }
  throw gpu::InvalidArgument("OpenGL does not have this present path; choose one whose name begins with gl");
}

std::unique_ptr<PresentPath> open_vulkan_present_path(PresentPathKind kind, const render::vulkan::Context& context,
                                                      const gpu::Device& device, int width, int height) {
  switch (kind) {
    case PresentPathKind::vulkan_shared:
      return std::make_unique<SharedPresentPath>(
          device, std::make_unique<SharedVulkanImage>(context, device, FrameFormat::rgba8, width, height));
    case PresentPathKind::vulkan_read_back:
      return std::make_unique<ReadBackPresentPath<render::vulkan::Texture>>(device, width, height, context, width,
                                                                            height, false);
    case PresentPathKind::kernel_alone:
    case PresentPathKind::gl_mapped:
    case PresentPathKind::gl_pixel_buffer:
    case PresentPathKind::gl_read_back:
      break;
  }
  throw gpu::InvalidArgument("Vulkan does not have this present path; choose one whose name begins with vulkan");
}

}  // namespace texelscope::app
