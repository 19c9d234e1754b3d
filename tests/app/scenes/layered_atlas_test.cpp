#include "tests/app/scene_runner.h"
#include "tests/app/scenes/frame_pixels.h"
#include "tests/support/device_fixture.h"

namespace texelscope::app {
namespace {

using tests::run_scene;

class LayeredAtlasSceneTest : public tests::DeviceTest {};

/// A tile is 64 pixels wide, and a texel 2 pixels, so filtering extends one pixel beyond an edge.
TEST_P(LayeredAtlasSceneTest, BleedsAtTheEdgesOfTilesOnlyFromThePlainArray) {
  const auto run = [&](const char* view) {
    return run_scene(device(), {.scene = "layered_atlas",
                                .settings = {{"view", view}, {"tiles_across", "4"}, {"speed", "0"}},
                                .width = 256,
                                .height = 256});
  };
  const Image layers = run("layers");
  const Image atlas = run("atlas");
  int differences_at_edges = 0;
  for (int y = 0; y < 256; ++y) {
    for (int x = 0; x < 256; ++x) {
      const int apart = tests::difference(tests::pixel(layers, x, y), tests::pixel(atlas, x, y));
      const bool is_at_edge = x % 64 < 1 || x % 64 > 62 || y % 64 < 1 || y % 64 > 62;
      differences_at_edges += is_at_edge && apart > 8 ? 1 : 0;
      if (!is_at_edge) {
        // Coordinates in arrays with different extents are rounded differently.
        EXPECT_LE(apart, 2) << x << ", " << y;
      }
    }
  }
  EXPECT_GT(differences_at_edges, 200);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(LayeredAtlasSceneTest);

}  // namespace
}  // namespace texelscope::app
