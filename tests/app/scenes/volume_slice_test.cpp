#include "tests/app/scene_runner.h"
#include "tests/app/scenes/frame_pixels.h"
#include "tests/support/device_fixture.h"

namespace texelscope::app {
namespace {

using tests::pixel;
using tests::run_scene;

class VolumeSliceSceneTest : public tests::DeviceTest {
 protected:
  Image slice_z(const char* center, const char* width, const char* place = "0.5") {
    return run_scene(device(), {.scene = "volume_slice",
                                .settings = {{"view", "slice_z"},
                                             {"transfer", "gray"},
                                             {"window_center", center},
                                             {"window_width", width},
                                             {"x", "0"},
                                             {"y", "0"},
                                             {"z", place}},
                                .width = 160,
                                .height = 160});
  }
};

TEST_P(VolumeSliceSceneTest, ShowsSkullAroundBrainAroundVentricles) {
  const Image frame = slice_z("0.5", "1", "0.55");
  // In pixels of 1/80 from the middle: x = 0.12, y = −0.06 lies in a ventricle, x = 0.35 in the brain, x = 0.65 in
  // bone.
  const int ventricle = pixel(frame, 80 + 10, 80 - 5)[0];
  const int brain = pixel(frame, 80 + 28, 80 + 4)[0];
  const int bone = pixel(frame, 80 + 52, 80)[0];
  EXPECT_LT(ventricle + 30, brain);
  EXPECT_LT(brain + 30, bone);
  EXPECT_LT(pixel(frame, 155, 5)[0], 12);
}

TEST_P(VolumeSliceSceneTest, ShowsDensitiesWithinTheWindowAlone) {
  // Of all that lies in this slice nothing is as dense as 0.98.
  const Image frame = slice_z("0.99", "0.02", "0.45");
  for (int y = 10; y < 150; ++y) {
    for (int x = 10; x < 150; ++x) {
      ASSERT_LE(pixel(frame, x, y)[0], 8) << x << ", " << y;
    }
  }
}

TEST_P(VolumeSliceSceneTest, PutsThePartsWhereTheLayoutSays) {
  const auto run = [&](const char* view, int size) {
    return run_scene(device(), {.scene = "volume_slice", .settings = {{"view", view}}, .width = size, .height = size});
  };
  const Image all = run("all", 96);
  const struct {
    const char* name;
    int left, top;
  } parts[] = {{"slice_x", 0, 0}, {"slice_y", 48, 0}, {"slice_z", 0, 48}, {"projection", 48, 48}};
  for (const auto& part : parts) {
    const Image alone = run(part.name, 48);
    for (int y = 0; y < 48; ++y) {
      for (int x = 0; x < 48; ++x) {
        ASSERT_EQ(pixel(all, part.left + x, part.top + y), pixel(alone, x, y)) << part.name << ": " << x << ", " << y;
      }
    }
  }
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(VolumeSliceSceneTest);

}  // namespace
}  // namespace texelscope::app
