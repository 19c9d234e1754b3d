#include "app/accesses/recorded_scenes.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "app/scenes/registry.h"
#include "tests/app/accesses/recorded_scene.h"

namespace texelscope::app {
namespace {

using tests::record_scene;
using tests::RecordedScene;

TEST(RecordedScenes, AreCleanAndHaveTheSameFrames) {
  for (const SceneDeclaration& scene : scenes()) {
    const tests::SceneJob job{.scene = std::string(scene.name), .frame = 2, .width = 32, .height = 24};
    const RecordedScene recorded = record_scene(job);
    EXPECT_EQ(recorded.hazards, std::vector<std::string>{}) << scene.name;
    EXPECT_EQ(recorded.frame.pixels, tests::run_scene(gpu::Device::open({}), job).pixels) << scene.name;
    for (const gpu::AccessLaunch& launch : recorded.recording.launches) {
      EXPECT_TRUE(launch.is_recordable || launch.kernel.find("texelscope::app::") == std::string::npos)
          << scene.name << ": " << launch.kernel;
    }
  }
}

/// Requests and sectors of a group of threads that make these accesses in order, each of one sector.
struct GroupCount {
  std::uint64_t requests = 0;
  std::uint64_t sectors = 0;

  void add(const std::vector<std::vector<int>>& sectors_of_threads) {
    for (std::size_t pass = 0;; ++pass) {
      std::set<int> distinct;
      for (const std::vector<int>& of_thread : sectors_of_threads) {
        if (pass < of_thread.size()) {
          distinct.insert(of_thread[pass]);
        }
      }
      if (distinct.empty()) {
        return;
      }
      ++requests;
      sectors += distinct.size();
    }
  }
};

TEST(RecordedScenes, CountTheAccessesOfJumpFloodingLikeALoop) {
  const RecordedScene recorded =
      record_scene({.scene = "jfa_voronoi", .settings = {{"seeds", "9"}}, .width = 256, .height = 192});
  constexpr int width = 128;  // cells of 2 x 2 pixels
  constexpr int height = 96;
  constexpr int group = 8;
  GroupCount reads;
  std::uint64_t read_count = 0;
  std::uint64_t write_sectors = 0;
  for (int step = 64; step > 0; step /= 2) {
    for (int y = 0; y < height; ++y) {
      for (int first = 0; first < width; first += group) {
        std::vector<std::vector<int>> threads(group);
        for (int lane = 0; lane < group; ++lane) {
          const int x = first + lane;
          for (const int row : {y - step, y, y + step}) {
            for (const int column : {x - step, x, x + step}) {
              if (row >= 0 && row < height && column >= 0 && column < width) {
                // Tiles of 4 x 2 texels.
                threads[static_cast<std::size_t>(lane)].push_back(column / 4 + 1000 * (row / 2));
                ++read_count;
              }
            }
          }
        }
        reads.add(threads);
        write_sectors += 2;  // 8 texels of a row
      }
    }
  }
  constexpr auto read = gpu::AccessKind::surface_read;
  constexpr auto write = gpu::AccessKind::surface_write;
  EXPECT_EQ(recorded.sum("Flood", read, &LineMap::accesses), read_count);
  EXPECT_EQ(recorded.sum("Flood", read, &LineMap::texels), read_count);
  EXPECT_EQ(recorded.sum("Flood", read, &LineMap::bytes), 4 * read_count);
  EXPECT_EQ(recorded.sum("Flood", read, &LineMap::requests), reads.requests);
  EXPECT_EQ(recorded.sum("Flood", read, &LineMap::sectors), reads.sectors);
  EXPECT_EQ(recorded.sum("Flood", write, &LineMap::accesses), 7U * width * height);
  EXPECT_EQ(recorded.sum("Flood", write, &LineMap::sectors), write_sectors);
  EXPECT_EQ(recorded.sum("ShowCells", write, &LineMap::accesses), 256U * 192U);
}

}  // namespace
}  // namespace texelscope::app
