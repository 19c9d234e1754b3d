#include "app/scenes/registry.h"

#include <atomic>
#include <latch>

#include "app/scenes/input_image.h"
#include "tests/support/device_fixture.h"
#include "texelscope/gpu/call_observer.h"
#include "texelscope/gpu/fault_injector.h"

namespace texelscope::app {
namespace {

class WarmUpOnEach : public tests::DeviceTest {
 protected:
  /// The diagnostics after an injected fault.
  std::vector<gpu::Diagnostic> warm_up(const std::shared_ptr<gpu::FaultInjector>& faults) const {
    std::vector<gpu::Diagnostic> said;
    const gpu::Device device = gpu::Device::open(
        device_id(), {{faults}, [&](const gpu::Diagnostic& diagnostic) { said.push_back(diagnostic); }});
    warm_up_scenes(device).join();
    return said;
  }
};

TEST_P(WarmUpOnEach, LoadsTheKernelsOfAllScenes) {
  const auto counter = std::make_shared<gpu::FaultInjector>("cuFuncLoad", 0);
  EXPECT_TRUE(warm_up(counter).empty());
  EXPECT_GE(counter->count(), 40U);
  EXPECT_EQ(builtin_image(), builtin_image());
}

TEST_P(WarmUpOnEach, ReportsKernelsThatCannotBeLoaded) {
  const std::vector<gpu::Diagnostic> said = warm_up(std::make_shared<gpu::FaultInjector>("cuFuncLoad", 3));
  ASSERT_EQ(said.size(), 1U);
  EXPECT_EQ(said[0].severity, gpu::Diagnostic::Severity::warning);
  EXPECT_NE(said[0].text.find("cuFuncLoad(kernel="), std::string::npos) << said[0].text;
}

/// Counts the loaded kernels, and blocks the first one until it is released.
class HeldLoad : public gpu::CallObserver {
 public:
  gpu::Status before(const gpu::CallView& call) noexcept override {
    if (call.name() == "cuFuncLoad" && loads++ == 0) {
      begun.count_down();
      let_go.wait();
    }
    return gpu::Status::success;
  }

  std::latch begun{1};
  std::latch let_go{1};
  std::atomic<int> loads = 0;
};

TEST_P(WarmUpOnEach, LoadsNoMoreOnceItIsStopped) {
  const auto held = std::make_shared<HeldLoad>();
  const gpu::Device device = gpu::Device::open(device_id(), {{held}, [](const gpu::Diagnostic&) {}});
  std::jthread thread = warm_up_scenes(device);
  held->begun.wait();
  thread.request_stop();
  held->let_go.count_down();
  thread.join();
  EXPECT_EQ(held->loads, 1);
}

/// The owner may stop the warm-up at any time, for example if a window is closed right after its start. Stopping must
/// not hang or leak; the fixture checks for leaks.
TEST_P(WarmUpOnEach, EndsWheneverItIsStopped) {
  for (int round = 0; round < 20; ++round) {
    const std::jthread stopped_at_once = warm_up_scenes(device());
  }
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(WarmUpOnEach);

}  // namespace
}  // namespace texelscope::app
