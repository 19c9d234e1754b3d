#include <cstdlib>

#include "tests/app/scene_runner.h"
#include "tests/support/device_fixture.h"

namespace texelscope::app {
namespace {

using tests::run_scene;

/// Every scene with its initial parameters, an extent that no block size divides, a rotated and clipped image, and
/// particles as vertices.
std::vector<tests::SceneJob> every_job() {
  std::vector<tests::SceneJob> jobs{
      {.scene = "image",
       .settings = {{"rotation", "30"}, {"zoom", "1.7"}, {"address", "mirror"}},
       .width = 97,
       .height = 61},
      {.scene = "particles", .settings = {{"drawn_as", "vertices"}}, .frame = 9, .width = 97, .height = 61}};
  for (const SceneDeclaration& scene : scenes()) {
    jobs.push_back({.scene = std::string(scene.name), .frame = 9, .width = 97, .height = 61});
  }
  return jobs;
}

class EveryScene : public tests::DeviceTest {};

TEST_P(EveryScene, ProducesTheSameBytesEachTime) {
  for (const tests::SceneJob& job : every_job()) {
    EXPECT_EQ(run_scene(device(), job).pixels, run_scene(device(), job).pixels) << job.scene;
  }
}

TEST_P(EveryScene, ProducesTheBytesOfTheCpuDevice) {
  const gpu::Device cpu = gpu::Device::open({gpu::DeviceKind::cpu, 0});
  for (const tests::SceneJob& job : every_job()) {
    EXPECT_EQ(run_scene(device(), job).pixels, run_scene(cpu, job).pixels) << job.scene;
  }
}

TEST_P(EveryScene, ShowsMoreThanOneColor) {
  for (const tests::SceneJob& job : every_job()) {
    const Image frame = run_scene(device(), job);
    EXPECT_NE(std::vector<std::byte>(frame.pixels.begin() + 4, frame.pixels.end()),
              std::vector<std::byte>(frame.pixels.begin(), frame.pixels.end() - 4))
        << job.scene;
  }
}

TEST_P(EveryScene, SupportsFramesOfOnePixel) {
  for (const tests::SceneJob& job : every_job()) {
    tests::SceneJob small = job;
    small.width = 1;
    small.height = 1;
    EXPECT_EQ(run_scene(device(), small).pixels.size(), 4U) << job.scene;
  }
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(EveryScene);

TEST(CpuScenes, ProduceTheSameBytesWithAnyNumberOfThreads) {
  for (const tests::SceneJob& job : every_job()) {
    std::vector<std::vector<std::byte>> frames;
    for (const char* threads : {"1", "2", "7"}) {
      ::setenv("TEXELSCOPE_CPU_THREADS", threads, 1);
      frames.push_back(run_scene(gpu::Device::open({}), job).pixels);
      ::unsetenv("TEXELSCOPE_CPU_THREADS");
    }
    EXPECT_EQ(frames[0], frames[1]) << job.scene;
    EXPECT_EQ(frames[0], frames[2]) << job.scene;
  }
}

}  // namespace
}  // namespace texelscope::app
