#include <algorithm>

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
    /// The column of its middle.
    double column = 0;
  };

  /// Dim, so that light is shown in proportion.
  Light light(const char* rows, const char* gravity, Pointer pointer = {}) {
    const Image frame = run_scene(device(), {.scene = "particles",
                                             .settings = {{"rows", rows},
                                                          {"gravity", gravity},
                                                          {"trail", "0"},
                                                          {"brightness", "0.02"},
                                                          {"palette", "gray"}},
                                             .frame = 90,
                                             .width = 128,
                                             .height = 128,
                                             .pointer = pointer});
    Light light;
    for (int row = 0; row < 128; ++row) {
      for (int column = 0; column < 128; ++column) {
        // The ground is not quite black.
        const double shown = std::max(tests::pixel(frame, column, row)[0] - 2, 0);
        light.sum += shown;
        light.column += shown * column;
      }
    }
    light.column /= light.sum;
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
  EXPECT_GT(light("32", "1", {true, 127, 64}).column, light("32", "1", {true, 0, 64}).column + 8);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(ParticlesSceneTest);

}  // namespace
}  // namespace texelscope::app
