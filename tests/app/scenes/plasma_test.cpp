#include "tests/app/scene_runner.h"
#include "tests/support/device_fixture.h"

namespace texelscope::app {
namespace {

using tests::run_scene;

class PlasmaSceneTest : public tests::DeviceTest {};

TEST_P(PlasmaSceneTest, MovesFromFrameToFrame) {
  EXPECT_NE(run_scene(device(), {.scene = "plasma", .frame = 1}).pixels,
            run_scene(device(), {.scene = "plasma", .frame = 2}).pixels);
}

TEST_P(PlasmaSceneTest, StopsWithoutSpeed) {
  EXPECT_EQ(run_scene(device(), {.scene = "plasma", .settings = {{"speed", "0"}}, .frame = 1}).pixels,
            run_scene(device(), {.scene = "plasma", .settings = {{"speed", "0"}}, .frame = 900}).pixels);
}

TEST_P(PlasmaSceneTest, TakesTheColorsOfItsPalette) {
  const Image gray = run_scene(device(), {.scene = "plasma", .settings = {{"palette", "gray"}}});
  for (std::size_t index = 0; index < gray.pixels.size(); index += 4) {
    ASSERT_EQ(gray.pixels[index], gray.pixels[index + 1]);
    ASSERT_EQ(gray.pixels[index], gray.pixels[index + 2]);
    ASSERT_EQ(gray.pixels[index + 3], std::byte{255});
  }
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(PlasmaSceneTest);

}  // namespace
}  // namespace texelscope::app
