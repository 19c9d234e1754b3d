#include <algorithm>
#include <span>

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
  // A pixel is 1/80 wide. Relative to the center, (0.12, −0.06) is in a ventricle, x = 0.35 is in the brain, and x =
  // 0.65 is in bone.
  const int ventricle = pixel(frame, 80 + 10, 80 - 5)[0];
  const int brain = pixel(frame, 80 + 28, 80 + 4)[0];
  const int bone = pixel(frame, 80 + 52, 80)[0];
  EXPECT_LT(ventricle + 30, brain);
  EXPECT_LT(brain + 30, bone);
  EXPECT_LT(pixel(frame, 155, 5)[0], 12);
}

TEST_P(VolumeSliceSceneTest, ShowsOnlyDensitiesWithinTheWindow) {
  // No density in this slice reaches 0.98.
  const Image frame = slice_z("0.99", "0.02", "0.45");
  for (int y = 10; y < 150; ++y) {
    for (int x = 10; x < 150; ++x) {
      ASSERT_LE(pixel(frame, x, y)[0], 8) << x << ", " << y;
    }
  }
}

TEST_P(VolumeSliceSceneTest, PlacesThePartsByTheLayout) {
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

/// A volume of 32 × 16 × 8 texels whose density grows along x from 0 to 1.
std::shared_ptr<const Image> ramp() {
  std::vector<float> densities;
  for (int i = 0; i < 32 * 16 * 8; ++i) {
    densities.push_back(static_cast<float>(i % 32) / 31);
  }
  const auto bytes = std::as_bytes(std::span(densities));
  return std::make_shared<const Image>(Image{32, 16, 1, gpu::DataType::float32, {bytes.begin(), bytes.end()}, 8});
}

TEST_P(VolumeSliceSceneTest, ShowsItsInputVolume) {
  const auto run = [&](const char* view) {
    return run_scene(device(),
                     {.scene = "volume_slice",
                      .settings = {{"view", view}, {"transfer", "gray"}, {"x", "0"}, {"y", "0"}, {"z", "0.5"}},
                      .width = 64,
                      .height = 64,
                      .image = ramp()});
  };
  const Image frame = run("slice_z");
  for (int x = 2; x < 64; ++x) {
    // The slice is half as high as wide, so the areas above and below it are empty.
    ASSERT_EQ(pixel(frame, x, 12), pixel(frame, x, 50)) << x;
    ASSERT_LE(pixel(frame, x, 12)[0], 5) << x;
    const double density = std::clamp(((x + 0.5) / 2 - 0.5) / 31, 0.0, 1.0);
    const double edge = std::clamp((density - 0.02) / 0.06, 0.0, 1.0);
    const double seen = edge * edge * (3 - 2 * edge) * (0.55 + 0.45 * std::min(density * 1.8, 1.0));
    ASSERT_NEAR(pixel(frame, x, 32)[0], 255 * (0.02 * (1 - seen) + density * seen), 2) << x;
  }
  const Image projection = run("projection");
  int brighter = 0;
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 64; ++x) {
      brighter += pixel(projection, x, y)[0] > 60 ? 1 : 0;
    }
  }
  EXPECT_GT(brighter, 150);
  EXPECT_LT(brighter, 64 * 32);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(VolumeSliceSceneTest);

}  // namespace
}  // namespace texelscope::app
