#include "app/interop/presentation/present_path.h"
#include "app/interop/presentation/timed_present_path.h"
#include "app/labs/interop/test_pattern.h"

namespace texelscope::app {
namespace {

class KernelAlone final : public TimedPresentPath {
 public:
  KernelAlone(const gpu::Device& device, int width, int height)
      : TimedPresentPath{device, width, height}, own_{device, width, height} {}

 private:
  void write_and_hand_over(std::uint32_t frame) override { write_test_pattern(own_.surface, frame, stream()); }
  void wait_for_renderer() override { stream().synchronize(); }
  /// Only all of it.
  void read_box(const render::PixelRect& /*box*/, std::span<std::byte> pixels) override {
    own_.array.copy_to(pixels, stream());
    stream().synchronize();
  }

  OwnArray own_;
  // What the kernel writes outlives it.
  ScopedSynchronize wait_{stream()};
};

}  // namespace

std::unique_ptr<PresentPath> open_kernel_alone(const gpu::Device& device, int width, int height) {
  return std::make_unique<KernelAlone>(device, width, height);
}

}  // namespace texelscope::app
