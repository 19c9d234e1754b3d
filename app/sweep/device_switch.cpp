#include <optional>

#include "app/scenes/registry.h"
#include "app/sweep/frame_work.h"
#include "app/sweep/scenario.h"

namespace texelscope::app {

std::vector<SweepScenario> device_switch_scenarios();

namespace {

/// A scene moves to the CPU device, for one frame, and back. When the other device fails, the first goes on.
class DeviceSwitchWork final : public SweepWork {
 public:
  explicit DeviceSwitchWork(const SweepSetup& setup) : setup_{setup}, first_{setup.share(setup.device)} {
    first_.start(require_scene("plasma"), 24, 16, nullptr);
  }

  std::vector<std::byte> run() override {
    std::vector<std::byte> bytes = frame_bytes(first_, 2);
    {
      FrameRunner second{setup_.share(gpu::Device::open({}, setup_.options))};
      second.start(require_scene("plasma"), 24, 16, nullptr);
      const std::vector<std::byte> frame = frame_bytes(second, 3);
      bytes.insert(bytes.end(), frame.begin(), frame.end());
    }
    const std::vector<std::byte> frame = frame_bytes(first_, 4);
    bytes.insert(bytes.end(), frame.begin(), frame.end());
    return bytes;
  }

 private:
  SweepSetup setup_;
  FrameRunner first_;
};

}  // namespace

std::vector<SweepScenario> device_switch_scenarios() {
  return {{"device_switch", "a scene that moves to the CPU device and back", RendererKind::gl,
           [](const SweepSetup& setup) { return std::make_unique<DeviceSwitchWork>(setup); }}};
}

}  // namespace texelscope::app
