#include "app/stress/frame_growth.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "app/interop/frame_runner.h"
#include "app/scenes/registry.h"

namespace texelscope::app {

std::uint64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t total = 0;
  std::uint64_t resident = 0;
  return file >> total >> resident ? resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) : 0;
}

FrameGrowth measure_growth(const gpu::GLContext& gl, const gpu::LiveObjects& live, std::uint64_t frames,
                           const std::function<void(std::uint64_t frame)>& progress) {
  FrameRunner runner(gl);
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

}  // namespace texelscope::app
