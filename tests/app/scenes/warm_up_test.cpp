#include "app/scenes/registry.h"

#include "app/scenes/input_image.h"
#include "tests/support/device_fixture.h"
#include "texelscope/gpu/fault_injector.h"

namespace texelscope::app {
namespace {

class WarmUpOnEach : public tests::DeviceTest {
 protected:
  /// What is said when a fault is injected.
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

TEST_P(WarmUpOnEach, TellsWhatCannotBeLoaded) {
  const std::vector<gpu::Diagnostic> said = warm_up(std::make_shared<gpu::FaultInjector>("cuFuncLoad", 3));
  ASSERT_EQ(said.size(), 1U);
  EXPECT_EQ(said[0].severity, gpu::Diagnostic::Severity::warning);
  EXPECT_NE(said[0].text.find("cuFuncLoad(kernel="), std::string::npos) << said[0].text;
}

TEST_P(WarmUpOnEach, EndsWhenItIsStopped) {
  for (int round = 0; round < 20; ++round) {
    const std::jthread stopped_at_once = warm_up_scenes(device());
  }
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(WarmUpOnEach);

}  // namespace
}  // namespace texelscope::app
