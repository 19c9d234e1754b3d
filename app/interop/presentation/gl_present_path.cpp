#include "app/interop/presentation/present_path.h"
#include "app/interop/presentation/renderer_present_path.h"
#include "app/interop/shared/shared_gl_image.h"
#include "render/gl/buffer.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/graphics_resource.h"

namespace texelscope::app {
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

std::unique_ptr<PresentPath> open_gl_present_path(PresentPathKind method, const gpu::GLContext& context, int width,
                                                  int height) {
  switch (method) {
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
  throw gpu::InvalidArgument("OpenGL has no such way to show an image; choose one whose name begins with gl");
}

}  // namespace texelscope::app
