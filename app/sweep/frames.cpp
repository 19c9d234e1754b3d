#include <fmt/format.h>

#include <utility>

#include "app/scenes/registry.h"
#include "app/sweep/frame_work.h"
#include "app/sweep/scenario.h"

namespace texelscope::app {

std::vector<SweepScenario> frame_scenarios();

std::vector<std::byte> frame_bytes(FrameRunner& runner, std::uint64_t number, const ParameterValues& values) {
  static_cast<void>(runner.run_to(number, values, {}));
  return runner.read_frame().pixels;
}

std::vector<std::byte> frame_bytes(FrameRunner& runner, std::uint64_t number) {
  return frame_bytes(runner, number, ParameterValues(runner.declaration()->parameters()));
}

namespace {

/// Goes back to the first frame and on to the second, as long as it lives.
class FrameWork final : public SweepWork {
 public:
  FrameWork(const SweepSetup& setup, const SceneDeclaration& scene, ParameterValues values)
      : runner_{setup.share(setup.device)}, values_{std::move(values)} {
    runner_.start(scene, 32, 24, nullptr);
  }

  std::vector<std::byte> run() override {
    std::vector<std::byte> bytes = frame_bytes(runner_, 0, values_);
    const std::vector<std::byte> second = frame_bytes(runner_, 1, values_);
    bytes.insert(bytes.end(), second.begin(), second.end());
    return bytes;
  }

 private:
  FrameRunner runner_;
  ParameterValues values_;
};

}  // namespace

std::vector<SweepScenario> frame_scenarios() {
  std::vector<SweepScenario> scenarios;
  for (const SceneDeclaration& scene : scenes()) {
    scenarios.push_back({fmt::format("frame_{}", scene.name), fmt::format("two frames of the scene {}", scene.name),
                         RendererKind::gl, [&scene](const SweepSetup& setup) {
                           return std::make_unique<FrameWork>(setup, scene, ParameterValues(scene.parameters()));
                         }});
  }
  for (const RendererKind renderer : {RendererKind::gl, RendererKind::vulkan}) {
    const bool is_gl = renderer == RendererKind::gl;
    scenarios.push_back(
        {is_gl ? "frame_particles_vertices" : "frame_particles_vertices_vulkan",
         fmt::format("two frames of the scene particles, drawn as vertices{}", is_gl ? "" : " with Vulkan"), renderer,
         [](const SweepSetup& setup) {
           const SceneDeclaration& scene = require_scene("particles");
           ParameterValues values(scene.parameters());
           values.set_from_text("drawn_as", "vertices");
           return std::make_unique<FrameWork>(setup, scene, std::move(values));
         }});
  }
  // Those of both formats; what scenes ask of the device is the same with either renderer.
  for (const std::string_view name : {"plasma", "lenia"}) {
    scenarios.push_back({fmt::format("frame_{}_vulkan", name), fmt::format("the same of {} with Vulkan", name),
                         RendererKind::vulkan, [name](const SweepSetup& setup) {
                           const SceneDeclaration& scene = require_scene(name);
                           return std::make_unique<FrameWork>(setup, scene, ParameterValues(scene.parameters()));
                         }});
  }
  return scenarios;
}

}  // namespace texelscope::app
