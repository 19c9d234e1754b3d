#include "app/instruments/stress/frame_growth.h"

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <optional>

#include "app/interop/frame_runner.h"
#include "app/scenes/registry.h"

namespace texelscope::app {

std::uint64_t resident_bytes() {
  // Freed memory that the allocator retains varies by tens of MiB between scenes.
  ::malloc_trim(0);
  std::ifstream file("/proc/self/statm");
  std::uint64_t total = 0;
  std::uint64_t resident = 0;
  return file >> total >> resident ? resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) : 0;
}

FrameGrowth measure_growth(const std::shared_ptr<const ImageSharing>& images, const gpu::LiveObjects& live,
                           std::uint64_t frames, const std::function<void(std::uint64_t frame)>& progress) {
  FrameRunner runner(images);
  const SceneDeclaration& scene = require_scene("plasma");
  runner.start(scene, 64, 48, nullptr);
  const ParameterValues values(scene.parameters());
  FrameGrowth growth{.frames = frames};
  const std::uint64_t early = std::max<std::uint64_t>(frames / 10, 1);
  for (std::uint64_t frame = 0; frame < frames; ++frame) {
    runner.run_to(frame, values, {});
    if (frame + 1 == early) {
      growth.early_bytes = resident_bytes();
      growth.early_objects = live.count();
    }
    if (progress && frame % 100 == 0) {
      progress(frame);
    }
  }
  growth.late_bytes = resident_bytes();
  growth.late_objects = live.count();
  return growth;
}

SwitchGrowth measure_switches(const std::shared_ptr<const ImageSharing>& images, const gpu::LiveObjects& live,
                              std::uint64_t switches, const std::function<void(std::uint64_t done)>& progress) {
  using Clock = std::chrono::steady_clock;
  SwitchGrowth result;
  result.growth.frames = switches;
  // Warms up as the window does, so that the longest switch is one that users can experience.
  warm_up_scenes(images->device()).join();
  // The first runs of each scene load and compile objects that remain in memory, and fill pools, so growth is measured
  // after them.
  constexpr std::uint64_t rounds_before = 3;
  const std::uint64_t before = rounds_before * scenes().size();
  std::vector<ParameterValues> values;
  for (const SceneDeclaration& scene : scenes()) {
    values.emplace_back(scene.parameters());
  }
  std::optional<FrameRunner> runner(std::in_place, images);
  for (std::uint64_t done = 0; done < before + switches; ++done) {
    if (done == before) {
      runner.reset();
      result.growth.early_bytes = resident_bytes();
      result.growth.early_objects = live.count();
      runner.emplace(images);
    }
    const std::size_t position = done % scenes().size();
    const SceneDeclaration& scene = scenes()[position];
    const auto start = Clock::now();
    runner->start(scene, 64, 48, nullptr);
    runner->run_to(0, values[position], {});
    (void)runner->read_frame();
    const double ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    result.mean_ms += ms / static_cast<double>(before + switches);
    if (ms > result.slowest_ms) {
      result.slowest_ms = ms;
      result.slowest_scene = scene.name;
    }
    if (progress && done >= before && done % 10 == 0) {
      progress(done - before);
    }
  }
  runner.reset();
  result.growth.late_bytes = resident_bytes();
  result.growth.late_objects = live.count();
  return result;
}

}  // namespace texelscope::app
