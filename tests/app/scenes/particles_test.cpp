#include <algorithm>
#include <cmath>

#include "tests/app/scene_runner.h"
#include "tests/app/scenes/frame_pixels.h"
#include "tests/support/device_fixture.h"

namespace texelscope::app {
namespace {

using tests::run_scene;

class ParticlesSceneTest : public tests::DeviceTest {
 protected:
  struct Light {
    double sum = 0;
    /// Mean distance of light from a place, in pixels.
    double reach = 0;
  };

  /// Dim, so that light is shown in proportion.
  Light light(const char* rows, const char* gravity, Pointer pointer = {}, double x = 64, double y = 64) {
    const Image frame = run_scene(device(), {.scene = "particles",
                                             .settings = {{"rows", rows},
                                                          {"gravity", gravity},
                                                          {"trail", "0"},
                                                          {"brightness", "0.02"},
                                                          {"palette", "gray"}},
                                             .frame = 120,
                                             .width = 128,
                                             .height = 128,
                                             .pointer = pointer});
    Light light;
    for (int row = 0; row < 128; ++row) {
      for (int column = 0; column < 128; ++column) {
        // The ground is not quite black.
        const double shown = std::max(tests::pixel(frame, column, row)[0] - 2, 0);
        light.sum += shown;
        light.reach += shown * std::hypot(column + 0.5 - x, row + 0.5 - y);
      }
    }
    light.reach /= light.sum;
    return light;
  }
};

TEST_P(ParticlesSceneTest, ShineMoreWhereThereAreMore) {
  const Light few = light("8", "0");
  const Light many = light("32", "0");
  EXPECT_GT(few.sum, 0);
  EXPECT_GT(many.sum, 2 * few.sum);
}

TEST_P(ParticlesSceneTest, ComeTowardsThePointer) {
  const Pointer pointer{true, 96, 64};
  EXPECT_LT(light("32", "2", pointer, 96, 64).reach + 3, light("32", "2", {}, 96, 64).reach);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(ParticlesSceneTest);

}  // namespace
}  // namespace texelscope::app
