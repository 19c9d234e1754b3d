#include <algorithm>
#include <array>
#include <cmath>

#include "tests/app/scene_runner.h"
#include "tests/app/scenes/frame_pixels.h"
#include "tests/support/device_fixture.h"

namespace texelscope::app {
namespace {

using tests::pixel;
using tests::run_scene;

class BicubicSceneTest : public tests::DeviceTest {
 protected:
  static constexpr int size = 12;
  static constexpr int zoom = 8;

  static int texel(int x, int y) {
    const int column = std::clamp(x, 0, size - 1);
    const int row = std::clamp(y, 0, size - 1);
    return (column * 53 + row * 97 + column * row * 31) % 256;
  }

  static std::shared_ptr<const Image> gray_picture() {
    Image image{size, size, 1, gpu::DataType::uint8, {}};
    for (int y = 0; y < size; ++y) {
      for (int x = 0; x < size; ++x) {
        image.pixels.push_back(static_cast<std::byte>(texel(x, y)));
      }
    }
    return std::make_shared<const Image>(std::move(image));
  }

  /// Draws a frame that the whole picture fills.
  Image run(const char* kernel, const char* view) {
    return run_scene(device(), {.scene = "bicubic",
                                .settings = {{"kernel", kernel},
                                             {"view", view},
                                             {"zoom", "8"},
                                             {"drift", "0"},
                                             {"center_x", "0.5"},
                                             {"center_y", "0.5"}},
                                .width = size * zoom,
                                .height = size * zoom,
                                .image = gray_picture()});
  }

  /// The cubic B-spline, by its piecewise definition.
  static double b_spline(double x) {
    const double t = std::abs(x);
    return t < 1 ? (4 - 6 * t * t + 3 * t * t * t) / 6 : (t < 2 ? (2 - t) * (2 - t) * (2 - t) / 6 : 0);
  }
};

TEST_P(BicubicSceneTest, ComputesACubicSplineFromFourTaps) {
  const Image frame = run("b_spline", "cubic");
  for (int y = 0; y < frame.height; ++y) {
    for (int x = 0; x < frame.width; ++x) {
      const double u = (x + 0.5) / zoom - 0.5;
      const double v = (y + 0.5) / zoom - 0.5;
      double expected = 0;
      for (int row = static_cast<int>(std::floor(v)) - 1; row <= std::floor(v) + 2; ++row) {
        for (int column = static_cast<int>(std::floor(u)) - 1; column <= std::floor(u) + 2; ++column) {
          expected += texel(column, row) * b_spline(u - column) * b_spline(v - row);
        }
      }
      // Each tap's position is rounded to 1/256 of a texel.
      ASSERT_NEAR(pixel(frame, x, y)[0], expected, 1.6) << x << ", " << y;
    }
  }
}

TEST_P(BicubicSceneTest, PassesNearTheTexelsWithCatmullRom) {
  const Image frame = run("catmull_rom", "cubic");
  for (int row = 1; row < size - 1; ++row) {
    for (int column = 1; column < size - 1; ++column) {
      // The four pixels around a texel's center are 1/16 of a texel away from it along each axis.
      double mean = 0;
      for (const auto& [dx, dy] : {std::pair{0, 0}, {1, 0}, {0, 1}, {1, 1}}) {
        mean += pixel(frame, column * zoom + zoom / 2 - dx, row * zoom + zoom / 2 - dy)[0] / 4.0;
      }
      EXPECT_NEAR(mean, texel(column, row), 6) << column << ", " << row;
    }
  }
}

TEST_P(BicubicSceneTest, ShowsOneBilinearTapLeftOfTheSplit) {
  const Image split = run("b_spline", "split");
  const Image cubic = run("b_spline", "cubic");
  const int middle = split.width / 2;
  EXPECT_EQ(pixel(split, middle, 5), (std::array{255, 255, 255}));
  EXPECT_EQ(pixel(split, middle + 1, 5), pixel(cubic, middle + 1, 5));
  // Midway between two texels of a row, each has half of the weight.
  const int x = 3 * zoom - 1;
  const int y = 4 * zoom + zoom / 2;
  const double u = (x + 0.5) / zoom - 0.5;
  const double v = (y + 0.5) / zoom - 0.5;
  const double right = u - 2;
  const double lower = v - 4;
  const double upper_mean = texel(2, 4) * (1 - right) + texel(3, 4) * right;
  const double lower_mean = texel(2, 5) * (1 - right) + texel(3, 5) * right;
  EXPECT_NEAR(pixel(split, x, y)[0], upper_mean * (1 - lower) + lower_mean * lower, 1.1);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(BicubicSceneTest);

}  // namespace
}  // namespace texelscope::app
