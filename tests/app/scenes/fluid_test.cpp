#include "tests/app/scene_runner.h"
#include "tests/app/scenes/frame_pixels.h"
#include "tests/support/device_fixture.h"

namespace texelscope::app {
namespace {

using tests::pixel;
using tests::run_scene;

class FluidSceneTest : public tests::DeviceTest {
 protected:
  /// Moves the mouse to the right along the middle row for some frames, and then releases it.
  Image push(int moving_frames, int resting_frames) {
    const DeviceOffscreenGL offscreen = open_offscreen_gl(device(), [](std::string_view) {});
    const SceneDeclaration& scene = require_scene("fluid");
    ParameterValues values(scene.parameters());
    values.set_from_text("demo", "false");
    FrameRunner runner(share_gl_images(offscreen.gl));
    runner.start(scene, 128, 64, nullptr);
    std::uint64_t number = 0;
    for (int frame = 0; frame < moving_frames; ++frame) {
      runner.run_to(number++, values, {true, 30.0F + 3.0F * static_cast<float>(frame), 32});
    }
    for (int frame = 0; frame < resting_frames; ++frame) {
      runner.run_to(number++, values, {});
    }
    return runner.read_frame();
  }
};

TEST_P(FluidSceneTest, IsAtRestWithoutForces) {
  const Image frame = run_scene(device(), {.scene = "fluid", .settings = {{"demo", "false"}}, .frame = 20});
  for (std::size_t offset = 4; offset < frame.pixels.size(); ++offset) {
    ASSERT_EQ(frame.pixels[offset], frame.pixels[offset - 4]);
  }
}

TEST_P(FluidSceneTest, CarriesDyeInTheDirectionOfThePush) {
  const Image before = push(8, 1);
  const Image after = push(8, 30);
  // The mouse is released at 51, where no dye is farther to the right. The push carries dye to 60.
  EXPECT_LT(tests::difference(pixel(before, 60, 32), pixel(before, 127, 0)), 4);
  EXPECT_GT(tests::difference(pixel(after, 60, 32), pixel(after, 127, 0)), 20);
}

TEST_P(FluidSceneTest, IsSymmetricWhenPushedAlongTheMiddle) {
  const Image frame = push(6, 12);
  for (int y = 0; y < 32; ++y) {
    for (int x = 0; x < 128; ++x) {
      ASSERT_LE(tests::difference(pixel(frame, x, y), pixel(frame, x, 63 - y)), 3) << x << ", " << y;
    }
  }
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(FluidSceneTest);

}  // namespace
}  // namespace texelscope::app
