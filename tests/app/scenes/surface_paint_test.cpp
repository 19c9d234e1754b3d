#include <limits>

#include "tests/app/scene_runner.h"
#include "tests/app/scenes/frame_pixels.h"
#include "tests/support/device_fixture.h"

namespace texelscope::app {
namespace {

using tests::pixel;
using tests::run_scene;

class SurfacePaintSceneTest : public tests::DeviceTest {
 protected:
  Image run(const char* boundary, std::uint64_t frame, Pointer pointer, const char* flow = "0.2") {
    return run_scene(device(), {.scene = "surface_paint",
                                .settings = {{"demo", "false"},
                                             {"boundary", boundary},
                                             {"flow", flow},
                                             {"brush_radius", "12"},
                                             {"fading", "0"}},
                                .frame = frame,
                                .width = 96,
                                .height = 80,
                                .pointer = pointer});
  }

  /// The total darkening of the paper by paint.
  static int darkness(const Image& painted, const Image& paper) {
    int sum = 0;
    for (int y = 0; y < painted.height; ++y) {
      for (int x = 0; x < painted.width; ++x) {
        for (std::size_t channel = 0; channel < 3; ++channel) {
          sum += pixel(paper, x, y)[channel] - pixel(painted, x, y)[channel];
        }
      }
    }
    return sum;
  }
};

TEST_P(SurfacePaintSceneTest, ClipsAStrokeThatExtendsPastTheCorner) {
  const Image paper = run("zero", 0, {});
  const Image painted = run("zero", 0, {true, 0, 0});
  EXPECT_GT(tests::difference(pixel(paper, 1, 1), pixel(painted, 1, 1)), 5);
  for (int y = 0; y < 80; ++y) {
    for (int x = 0; x < 96; ++x) {
      if (x > 14 || y > 14) {
        ASSERT_EQ(pixel(paper, x, y), pixel(painted, x, y)) << x << ", " << y;
      }
    }
  }
}

TEST_P(SurfacePaintSceneTest, KeepsInkInWithClampAndDrainsItWithZero) {
  // Paints a stroke at the edge, and measures what remains of it some time after the mouse was released.
  const Image paper = run("zero", 0, {});
  const auto darkness_later = [&](const char* boundary) {
    const DeviceOffscreenGL offscreen = open_offscreen_gl(device(), [](std::string_view) {});
    const SceneDeclaration& scene = require_scene("surface_paint");
    ParameterValues values(scene.parameters());
    for (const auto& [name, text] : {std::pair{"demo", "false"}, {"boundary", boundary}, {"fading", "0"}}) {
      values.set_from_text(name, text);
    }
    FrameRunner runner(share_gl_images(offscreen.gl));
    runner.start(scene, 96, 80, nullptr);
    runner.run_to(5, values, {true, 48, 2});
    runner.run_to(120, values, {});
    const Image painted = runner.read_frame();
    return darkness(painted, paper);
  };
  EXPECT_GT(darkness_later("clamp"), darkness_later("zero") * 21 / 20);
}

TEST_P(SurfacePaintSceneTest, ReadsNothingOutsideTheEdgesWithoutFlow) {
  // At the edge, only the wetness differs, and it dries without moving ink.
  const Image clamp = run("clamp", 10, {true, 48, 40}, "0");
  const Image zero = run("zero", 10, {true, 48, 40}, "0");
  for (int x = 30; x < 66; ++x) {
    EXPECT_EQ(pixel(clamp, x, 40), pixel(zero, x, 40)) << x;
  }
}

TEST_P(SurfacePaintSceneTest, AcceptsAPointerFarOutside) {
  for (const float place : {-1e30F, 1e30F, std::numeric_limits<float>::quiet_NaN()}) {
    EXPECT_NO_THROW((void)run("zero", 0, {true, place, place}));
  }
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(SurfacePaintSceneTest);

}  // namespace
}  // namespace texelscope::app
