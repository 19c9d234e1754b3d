#include "app/scenes/input_image.h"
#include "tests/app/scene_runner.h"
#include "tests/app/scenes/frame_pixels.h"
#include "tests/support/device_fixture.h"

namespace texelscope::app {
namespace {

using tests::run_scene;

class OpticalFlowWarpSceneTest : public tests::DeviceTest {
 protected:
  const std::shared_ptr<const Image> picture_ = std::make_shared<const Image>(pattern_image(128, 64));

  Image run(const char* amount, int height, Pointer pointer = {}) {
    return run_scene(device(), {.scene = "optical_flow_warp",
                                .settings = {{"amount", amount}},
                                .width = 128,
                                .height = height,
                                .image = picture_,
                                .pointer = pointer});
  }
};

TEST_P(OpticalFlowWarpSceneTest, ShowsThePictureItselfWithoutDisplacement) {
  EXPECT_EQ(run("0", 64).pixels, picture_->pixels);
}

TEST_P(OpticalFlowWarpSceneTest, CropsAPictureOfAnotherShapeInsteadOfStretchingIt) {
  const Image frame = run("0", 32);
  for (int x = 0; x < 128; ++x) {
    EXPECT_EQ(tests::pixel(frame, x, 0), tests::pixel(*picture_, x, 16)) << x;
    EXPECT_EQ(tests::pixel(frame, x, 31), tests::pixel(*picture_, x, 47)) << x;
  }
}

TEST_P(OpticalFlowWarpSceneTest, RotatesThePictureMostUnderThePointer) {
  const Image before = run("0.8", 64);
  const Image after = run("0.8", 64, {true, 20, 40});
  const auto changed = [&](int x, int y) {
    int sum = 0;
    for (int offset = -6; offset <= 6; ++offset) {
      sum += tests::difference(tests::pixel(before, x + offset, y), tests::pixel(after, x + offset, y));
    }
    return sum;
  };
  EXPECT_GT(changed(20, 34), 20);
  EXPECT_EQ(changed(110, 20), 0);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(OpticalFlowWarpSceneTest);

}  // namespace
}  // namespace texelscope::app
