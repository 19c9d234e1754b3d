#include "app/scenes/registry.h"
#include "app/sweep/frame_work.h"
#include "app/sweep/scenario.h"

namespace texelscope::app {

std::vector<SweepScenario> resize_scenarios();

namespace {

/// A scene whose shared image changes its size. When a size fails, the one before goes on.
class ResizeWork final : public SweepWork {
 public:
  explicit ResizeWork(const SweepSetup& setup) : runner_{setup.share(setup.device)} {}

  std::vector<std::byte> run() override {
    std::vector<std::byte> bytes;
    for (const int width : {24, 40}) {
      runner_.start(require_scene("plasma"), width, 16, nullptr);
      const std::vector<std::byte> frame = frame_bytes(runner_, 3);
      bytes.insert(bytes.end(), frame.begin(), frame.end());
    }
    return bytes;
  }

 private:
  FrameRunner runner_;
};

}  // namespace

std::vector<SweepScenario> resize_scenarios() {
  const auto make = [](const SweepSetup& setup) { return std::make_unique<ResizeWork>(setup); };
  return {{"resize", "the shared image in two sizes", RendererKind::gl, make},
          {"resize_vulkan", "the same with Vulkan", RendererKind::vulkan, make}};
}

}  // namespace texelscope::app
