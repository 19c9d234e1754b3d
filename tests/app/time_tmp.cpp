#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <sys/resource.h>
#include "app/accesses/access_maps.h"
#include "app/accesses/hazard_check.h"
#include "app/accesses/recorded_scenes.h"
#include "tests/app/scene_runner.h"
#include "texelscope/gpu/access_recorder.h"
using namespace texelscope; using namespace texelscope::app;
double cpu() { rusage r; getrusage(RUSAGE_SELF, &r); return r.ru_utime.tv_sec + r.ru_utime.tv_usec * 1e-6; }
double run(const SceneDeclaration& scene, int w, int h, int mode, std::uint64_t* accesses) {
  gpu::AccessRecorderOptions options; options.max_accesses = 1 << 20; options.modules = {recorded_scenes()};
  if (mode == 2) options.sinks = {std::make_shared<HazardCheck>()};
  if (mode == 3) options.sinks = {std::make_shared<AccessMaps>()};
  const auto recorder = std::make_shared<gpu::AccessRecorder>(options);
  gpu::DeviceOptions d; if (mode > 0) d.access_recorder = recorder;
  const gpu::Device device = gpu::Device::open({}, d);
  const DeviceOffscreenGL offscreen = open_offscreen_gl(device, [](std::string_view) {});
  ParameterValues values(scene.parameters());
  FrameRunner runner(share_gl_images(offscreen.gl));
  runner.start(scene, w, h, nullptr);
  for (int f = 0; f < 2; ++f) runner.run_to(f, values, {});
  recorder->set_on(mode > 0);
  const double a = cpu();
  runner.run_to(2, values, {});
  static_cast<void>(runner.read_frame());
  const double t = cpu() - a;
  for (const auto& l : recorder->recording().launches) for (auto c : l.counts) *accesses += c;
  return t;
}
int main(int argc, char** argv) {
  for (int i = 3; i < argc; ++i) {
    const SceneDeclaration& scene = require_scene(argv[i]);
    std::uint64_t n[4] = {};
    double t[4] = {};
    for (int m = 0; m < 4; ++m) { t[m] = run(scene, std::atoi(argv[1]), std::atoi(argv[2]), m, &n[m]);
      std::printf("%s mode %d: %.3f s (%.1fx) %llu accesses\n", argv[i], m, t[m], t[m] / t[0], (unsigned long long)n[m]); std::fflush(stdout); }
  }
  rusage r; getrusage(RUSAGE_SELF, &r); std::printf("peak %ld MB\n", r.ru_maxrss / 1024);
}
