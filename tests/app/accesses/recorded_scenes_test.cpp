#include "app/accesses/recorded_scenes.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/accesses/access_maps.h"
#include "app/accesses/hazard_check.h"
#include "app/scenes/registry.h"
#include "tests/app/scene_runner.h"
#include "texelscope/gpu/access_recorder.h"

namespace texelscope::app {
namespace {

/// A frame of a scene, recorded.
struct RecordedScene {
  Image frame;
  gpu::AccessRecording recording;
  std::vector<LineMap> lines;
  std::vector<TexelMap> texels;
  std::vector<std::string> hazards;

  /// The sum of a number over the lines of kernels whose name contains `kernel`.
  [[nodiscard]] std::uint64_t sum(std::string_view kernel, gpu::AccessKind kind, std::uint64_t LineMap::*number) const {
    std::uint64_t sum = 0;
    for (const LineMap& line : lines) {
      if (line.kind == kind && recording.launches[line.launch].kernel.find(kernel) != std::string::npos) {
        sum += line.*number;
      }
    }
    return sum;
  }
};

RecordedScene record_scene(const tests::SceneJob& job) {
  const auto check = std::make_shared<HazardCheck>();
  const auto maps = std::make_shared<AccessMaps>();
  gpu::AccessRecorderOptions options;
  options.max_accesses = 0;
  options.modules = {recorded_scenes()};
  options.sinks = {check, maps};
  const auto recorder = std::make_shared<gpu::AccessRecorder>(options);
  recorder->set_on(true);
  gpu::DeviceOptions device_options;
  device_options.observers = {check};
  device_options.access_recorder = recorder;
  RecordedScene recorded;
  recorded.frame = tests::run_scene(gpu::Device::open({}, device_options), job);
  recorded.recording = recorder->recording();
  recorded.lines = maps->lines();
  recorded.texels = maps->texels();
  for (const Hazard& hazard : check->hazards()) {
    recorded.hazards.push_back(hazard_text(hazard, recorded.recording));
  }
  return recorded;
}

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

/// Requests and sectors of a warp whose threads make these accesses in order, each of one sector.
struct WarpCount {
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
  WarpCount reads;
  std::uint64_t read_count = 0;
  std::uint64_t write_sectors = 0;
  for (int step = 64; step > 0; step /= 2) {
    for (int y = 0; y < height; ++y) {
      for (int first = 0; first < width; first += 32) {
        std::vector<std::vector<int>> threads(32);
        for (int lane = 0; lane < 32; ++lane) {
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
        write_sectors += 8;  // 32 texels of a row
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

TEST(RecordedScenes, CountTheFetchesOfBicubicLikeALoop) {
  const RecordedScene recorded = record_scene(
      {.scene = "bicubic", .settings = {{"view", "cubic"}, {"kernel", "b_spline"}}, .width = 96, .height = 40});
  constexpr auto fetch = gpu::AccessKind::fetch;
  // Four taps, each at four sites.
  EXPECT_EQ(recorded.sum("FilterPicture", fetch, &LineMap::accesses), 4U * 96U * 40U);
  EXPECT_EQ(recorded.sum("FilterPicture", fetch, &LineMap::requests), 4U * 3U * 40U);
  const std::uint64_t texels = recorded.sum("FilterPicture", fetch, &LineMap::texels);
  EXPECT_GT(texels, 3U * 4U * 96U * 40U);
  EXPECT_LE(texels, 4U * 4U * 96U * 40U);
  EXPECT_EQ(recorded.sum("FilterPicture", gpu::AccessKind::surface_write, &LineMap::accesses), 96U * 40U);
}

}  // namespace
}  // namespace texelscope::app
