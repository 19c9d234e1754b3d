#include "app/core/shown_pattern.h"
#include "app/interop/showing.h"
#include "app/interop/timed_showing.h"

namespace texelscope::app {
namespace {

class KernelAlone final : public TimedShowing {
 public:
  KernelAlone(const gpu::Device& device, int width, int height)
      : TimedShowing{device, width, height}, own_{device, width, height} {}

 private:
  void write_and_hand_over(std::uint32_t frame) override { write_shown_pattern(own_.surface, frame, stream()); }
  void wait_for_renderer() override { stream().synchronize(); }
  /// Only all of it.
  void read_box(const render::PixelRect& /*box*/, std::span<std::byte> pixels) override {
    own_.array.copy_to(pixels, stream());
    stream().synchronize();
  }

  OwnArray own_;
  // What the kernel writes outlives it.
  StreamWait wait_{stream()};
};

}  // namespace

std::unique_ptr<Showing> open_kernel_alone(const gpu::Device& device, int width, int height) {
  return std::make_unique<KernelAlone>(device, width, height);
}

}  // namespace texelscope::app
