#include <algorithm>

#include "tests/app/scene_runner.h"
#include "tests/app/scenes/frame_pixels.h"
#include "tests/support/device_fixture.h"

namespace texelscope::app {
namespace {

using tests::run_scene;

class CausticsSceneTest : public tests::DeviceTest {
 protected:
  Image light(const char* steepness) {
    return run_scene(device(), {.scene = "caustics",
                                .settings = {{"steepness", steepness}, {"view", "light"}},
                                .frame = 40,
                                .width = 161,
                                .height = 127});
  }
};

TEST_P(CausticsSceneTest, LightsTheGroundEvenlyThroughFlatWater) {
  const Image frame = light("0");
  // A light of 1 is displayed as 1 / 2.2. The last columns and rows are omitted, because their cells extend beyond the
  // frame.
  for (int y = 0; y < 126; ++y) {
    for (int x = 0; x < 160; ++x) {
      ASSERT_EQ(tests::pixel(frame, x, y)[0], 116) << x << ", " << y;
    }
  }
}

TEST_P(CausticsSceneTest, ConcentratesLightThatIsMissingElsewhere) {
  const Image frame = light("0.3");
  double sum = 0;
  int brightest = 0;
  for (int y = 0; y < 127; ++y) {
    for (int x = 0; x < 161; ++x) {
      const int shown = tests::pixel(frame, x, y)[0];
      brightest = std::max(brightest, shown);
      sum += 1.2 * shown / (255.5 - shown);
    }
  }
  EXPECT_GT(brightest, 180);
  EXPECT_NEAR(sum / (161 * 127), 1, 0.06);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(CausticsSceneTest);

}  // namespace
}  // namespace texelscope::app
