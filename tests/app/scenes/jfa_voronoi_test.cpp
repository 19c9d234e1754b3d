#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "tests/app/scene_runner.h"
#include "tests/support/device_fixture.h"
#include "texelscope/kernels/hash.h"

namespace texelscope::app {
namespace {

class JfaVoronoiSceneTest : public tests::DeviceTest {};

struct Seed {
  double x, y;
};

/// The scene's seeds in frame 0, computed only from the hash.
std::vector<Seed> seeds_of(unsigned count, int width, int height) {
  std::vector<Seed> seeds;
  for (unsigned number = 0; number < count; ++number) {
    const auto draw = [number](unsigned what) {
      return static_cast<double>(kernels::unit_float(kernels::hash(number, what, 29)));
    };
    const double x = draw(0) + 0.07 * std::sin(2 * std::numbers::pi * draw(2));
    const double y = draw(3) + 0.07 * std::sin(2 * std::numbers::pi * draw(5));
    seeds.push_back({std::clamp(x, 0.0, 1.0) * width, std::clamp(y, 0.0, 1.0) * height});
  }
  return seeds;
}

TEST_P(JfaVoronoiSceneTest, GivesPixelsTheColorOfTheNearestSeed) {
  constexpr int width = 120;
  constexpr int height = 90;
  constexpr unsigned count = 40;
  const Image frame = tests::run_scene(
      device(), {.scene = "jfa_voronoi",
                 .settings = {{"view", "cells"}, {"palette", "gray"}, {"seeds", std::to_string(count)}},
                 .width = width,
                 .height = height});
  const std::vector<Seed> seeds = seeds_of(count, width, height);
  int wrong = 0;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      unsigned nearest = 0;
      const auto away = [&](unsigned seed) { return std::hypot(seeds[seed].x - x - 0.5, seeds[seed].y - y - 0.5); };
      for (unsigned seed = 1; seed < count; ++seed) {
        nearest = away(seed) < away(nearest) ? seed : nearest;
      }
      const double tone = static_cast<double>(kernels::unit_float(kernels::hash(nearest, 7U)));
      const int shown = std::to_integer<int>(frame.pixels[static_cast<std::size_t>(y * width + x) * 4]);
      wrong += std::abs(shown - (0.15 + 0.75 * tone) * 255) > 1.5 ? 1 : 0;
    }
  }
  // Jump flooding misses a few pixels at corners of thin cells.
  EXPECT_LT(wrong, width * height / 200);
}

TEST_P(JfaVoronoiSceneTest, PutsASeedUnderTheMouse) {
  tests::SceneJob job{.scene = "jfa_voronoi", .settings = {{"view", "distance"}, {"palette", "gray"}, {"seeds", "1"}}};
  const auto level = [&](const Image& frame) {
    return std::to_integer<int>(frame.pixels[static_cast<std::size_t>(40 * frame.width + 50) * 4]);
  };
  const int without = level(tests::run_scene(device(), job));
  job.pointer = {true, 50.5F, 40.5F};
  EXPECT_GT(level(tests::run_scene(device(), job)), without);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(JfaVoronoiSceneTest);

}  // namespace
}  // namespace texelscope::app
