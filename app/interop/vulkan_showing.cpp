#include "app/core/shown_pattern.h"
#include "app/interop/shared_vulkan_image.h"
#include "app/interop/showing.h"
#include "app/interop/timed_showing.h"
#include "render/vulkan/texture.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

class ExternalImage final : public TimedShowing {
 public:
  ExternalImage(const render::vulkan::Context& context, const gpu::Device& device, int width, int height)
      : TimedShowing{device, width, height}, image_{context, device, FrameFormat::rgba8, width, height} {}

 private:
  void write_and_hand_over(std::uint32_t frame) override {
    const std::unique_ptr<LentImages> lent = image_.lend(stream());
    write_shown_pattern(lent->surface(), frame, stream());
    lent->give_back();
  }
  void read_box(const render::PixelRect& box, std::span<std::byte> pixels) override { image_.read(box, pixels); }

  SharedVulkanImage image_;
  StreamWait wait_{stream()};
};

class ReadBack final : public TimedShowing {
 public:
  ReadBack(const render::vulkan::Context& context, const gpu::Device& device, int width, int height)
      : TimedShowing{device, width, height},
        texture_{context, width, height, false},
        own_{device, width, height},
        host_{device.allocate_pinned(own_.array.size_bytes())} {}

 private:
  void write_and_hand_over(std::uint32_t frame) override {
    write_shown_pattern(own_.surface, frame, stream());
    own_.array.copy_to(host_, stream());
    stream().synchronize();
    texture_.upload(host_.host_bytes());
  }
  void read_box(const render::PixelRect& box, std::span<std::byte> pixels) override { texture_.read(box, pixels); }

  render::vulkan::Texture texture_;
  OwnArray own_;
  gpu::Buffer host_;
  StreamWait wait_{stream()};
};

}  // namespace

std::unique_ptr<Showing> open_vulkan_showing(ShowingMethod method, const render::vulkan::Context& context,
                                             const gpu::Device& device, int width, int height) {
  switch (method) {
    case ShowingMethod::vulkan_shared:
      return std::make_unique<ExternalImage>(context, device, width, height);
    case ShowingMethod::vulkan_read_back:
      return std::make_unique<ReadBack>(context, device, width, height);
    case ShowingMethod::kernel_alone:
    case ShowingMethod::gl_mapped:
    case ShowingMethod::gl_pixel_buffer:
    case ShowingMethod::gl_read_back:
      break;
  }
  throw gpu::InvalidArgument("Vulkan has no such way to show an image; choose one whose name begins with vulkan");
}

}  // namespace texelscope::app
