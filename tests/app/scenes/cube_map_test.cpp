#include <algorithm>

#include "tests/app/scene_runner.h"
#include "tests/app/scenes/frame_pixels.h"
#include "tests/support/device_fixture.h"

namespace texelscope::app {
namespace {

using tests::run_scene;

class CubeMapSceneTest : public tests::DeviceTest {
 protected:
  /// The largest step between neighboring pixels, for faces that are 8 texels wide and strongly magnified. The spheres
  /// in the middle are omitted.
  int largest_step(const char* seamless) {
    const Image frame =
        run_scene(device(), {.scene = "cube_map",
                             .settings = {{"face_size", "8"}, {"seamless", seamless}, {"sky", "day"}, {"speed", "0"}},
                             .width = 256,
                             .height = 256,
                             .pointer = {true, 160, 128}});
    int largest = 0;
    for (int y = 1; y < 60; ++y) {
      for (int x = 1; x < 256; ++x) {
        largest = std::max({largest, tests::difference(tests::pixel(frame, x, y), tests::pixel(frame, x - 1, y)),
                            tests::difference(tests::pixel(frame, x, y), tests::pixel(frame, x, y - 1))});
      }
    }
    return largest;
  }
};

TEST_P(CubeMapSceneTest, HasSeamsBetweenFacesOnlyWithoutSeamlessFiltering) {
  EXPECT_LT(largest_step("true"), 12);
  EXPECT_GT(largest_step("false"), 2 * largest_step("true"));
}

TEST_P(CubeMapSceneTest, ShowsTheOtherCubeMapOfTheArray) {
  const auto run = [&](const char* sky) {
    return run_scene(device(), {.scene = "cube_map", .settings = {{"sky", sky}}});
  };
  const Image day = run("day");
  const Image dusk = run("dusk");
  EXPECT_GT(tests::pixel(day, 32, 1)[2], tests::pixel(dusk, 32, 1)[2] + 60);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(CubeMapSceneTest);

}  // namespace
}  // namespace texelscope::app
