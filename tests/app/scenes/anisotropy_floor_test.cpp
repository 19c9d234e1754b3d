#include "tests/app/scene_runner.h"
#include "tests/app/scenes/frame_pixels.h"
#include "tests/support/device_fixture.h"

namespace texelscope::app {
namespace {

using tests::run_scene;

class AnisotropyFloorSceneTest : public tests::DeviceTest {
 protected:
  Image run(const char* view, const char* max_taps) {
    return run_scene(device(),
                     {.scene = "anisotropy_floor",
                      .settings = {{"view", view}, {"max_taps", max_taps}, {"pattern", "checker"}, {"speed", "0"}},
                      .width = 160,
                      .height = 120});
  }

  /// The sum of the differences between neighbors in a row.
  static int detail(const Image& frame, int row) {
    int sum = 0;
    for (int x = 1; x < frame.width; ++x) {
      sum += tests::difference(tests::pixel(frame, x, row), tests::pixel(frame, x - 1, row));
    }
    return sum;
  }
};

TEST_P(AnisotropyFloorSceneTest, IsTheSingleTapWithOneTap) {
  EXPECT_EQ(run("level", "16").pixels, run("taps", "1").pixels);
}

TEST_P(AnisotropyFloorSceneTest, KeepsDetailTowardTheHorizonThatOneTapBlurs) {
  const Image level = run("level", "16");
  const Image taps = run("taps", "16");
  // The horizon is at about row 44.
  EXPECT_GT(detail(taps, 50), 2 * detail(level, 50));
  EXPECT_NEAR(detail(taps, 118), detail(level, 118), 0.25 * detail(level, 118));
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(AnisotropyFloorSceneTest);

}  // namespace
}  // namespace texelscope::app
