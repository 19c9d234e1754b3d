#include <memory>
#include <thread>

#include "tests/app/labs/kernel/kernel_lab_fixture.h"

namespace texelscope::app {
namespace {

TEST_F(KernelLabTest, AKernelWithoutTimeDrawsOnlyWhenItsInputsChange) {
  lab.controls.is_paused = false;
  compile(filling("Float4{frame.a, 0, 0, 1}"));
  EXPECT_FALSE(lab.is_busy()) << "the window would draw again and again";
  const std::shared_ptr<const Image> still = lab.image();
  for (int i = 0; i < 50; ++i) {
    step(0.016);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(lab.image(), still);
  lab.controls.values[0] = 1;
  settle();
  EXPECT_EQ(pixel(0, 0), 0xFF0000U);
  EXPECT_FALSE(lab.is_busy());
}

}  // namespace
}  // namespace texelscope::app
