#include <fmt/format.h>

#include <array>

#include "app/interop/observation/observed_image.h"
#include "app/interop/shared/shared_gl_image.h"

namespace texelscope::app {
namespace {

class ObservedGLImage final : public AcquiredImage {
 public:
  ObservedGLImage(const gpu::GLContext& context, int width, int height)
      : AcquiredImage{context.device()}, context_{context}, width_{width}, height_{height} {}
  ~ObservedGLImage() override { end_acquisition(); }

  [[nodiscard]] RendererKind renderer() const noexcept override { return RendererKind::gl; }
  [[nodiscard]] std::span<const OwnershipState> steps() const noexcept override {
    // Where pixels go through the host, the unmap waits for the stream, on which the kernel may be held back.
    static constexpr std::array all = {OwnershipState::acquired, OwnershipState::writing, OwnershipState::written,
                                       OwnershipState::released, OwnershipState::drawn};
    return all;
  }
  [[nodiscard]] ImageFacts facts() const override {
    const bool is_mapped = image_->is_mapped();
    const bool is_direct = context_.path() == gpu::InteropPath::direct;
    return {
        .owner = is_mapped ? ImageOwner::device : ImageOwner::renderer,
        .image = fmt::format("GL texture {}, {} × {} RGBA8", image_->texture().name(), width_, height_),
        .layout = "the driver's own",
        .memory =
            is_direct ? "OpenGL's, which the device writes itself" : "OpenGL's; the unmap copies by way of the host",
        .queue_family = {},
        .mapping = is_mapped ? fmt::format("mapped as array {:#x}", surface()->array().handle().value) : "not mapped",
        .timeline = std::nullopt,
        .is_stream_done = stream().is_done()};
  }

 private:
  SharedImage& make() override { return image_.emplace(context_, FrameFormat::rgba8, width_, height_); }

  gpu::GLContext context_;
  int width_;
  int height_;
  std::optional<SharedGLImage> image_;
};

}  // namespace

std::unique_ptr<ObservedImage> observe_gl_image(const gpu::GLContext& context, int width, int height) {
  return std::make_unique<ObservedGLImage>(context, width, height);
}

}  // namespace texelscope::app
