#include <complex>

#include "tests/app/scene_runner.h"
#include "tests/support/device_fixture.h"

namespace texelscope::app {
namespace {

using tests::run_scene;

class MandelbrotSceneTest : public tests::DeviceTest {};

bool is_dark(const Image& frame, int x, int y) {
  const auto* const texel = &frame.pixels[static_cast<std::size_t>(y * frame.width + x) * 4];
  return std::to_integer<int>(texel[0]) == 3 && std::to_integer<int>(texel[1]) == 3 &&
         std::to_integer<int>(texel[2]) == 5;
}

TEST_P(MandelbrotSceneTest, IsDarkWhereTheSetIs) {
  constexpr int size = 65;
  constexpr int iterations = 300;
  const Image frame = run_scene(
      device(),
      {.scene = "mandelbrot",
       .settings = {{"place", "whole"}, {"zoom", "1"}, {"iterations", std::to_string(iterations)}, {"speed", "0"}},
       .width = size,
       .height = size});
  int dark = 0;
  int different = 0;
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) {
      // The middle pixel is the chosen position itself, and the frame is 2.6 wide.
      const std::complex<double> at(-0.6 + (x - 32) * 2.6 / size, (32 - y) * 2.6 / size);
      std::complex<double> value = 0;
      int count = 0;
      while (count < iterations && std::norm(value) < 1e4) {
        value = value * value + at;
        ++count;
      }
      const bool is_inside = std::norm(value) < 1e4;
      dark += is_inside ? 1 : 0;
      different += is_dark(frame, x, y) != is_inside ? 1 : 0;
    }
  }
  EXPECT_GT(dark, 500);
  // Exactly on the border, the result depends on the last bits of a sum.
  EXPECT_LE(different, 4);
}

TEST_P(MandelbrotSceneTest, HasDetailBelowThePrecisionOfDouble) {
  // At this zoom, a pixel is 4e-17 wide, and doubles near the position are 1e-16 apart.
  const Image frame =
      run_scene(device(), {.scene = "mandelbrot",
                           .settings = {{"zoom", "1e15"}, {"iterations", "8000"}, {"speed", "0"}, {"palette", "gray"}},
                           .width = 64,
                           .height = 64});
  int same_columns = 0;
  for (int x = 1; x < 64; ++x) {
    bool is_same = true;
    for (int y = 0; y < 64 && is_same; ++y) {
      const auto at = static_cast<std::size_t>(y * 64 + x) * 4;
      is_same = frame.pixels[at] == frame.pixels[at - 4];
    }
    same_columns += is_same ? 1 : 0;
  }
  EXPECT_EQ(same_columns, 0);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(MandelbrotSceneTest);

}  // namespace
}  // namespace texelscope::app
