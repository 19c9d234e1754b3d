#include <fmt/format.h>

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "app/instruments/sweep/scenario.h"
#include "app/interop/frame_runner.h"
#include "app/scenes/registry.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::app {
namespace {

/// Runs a started scene up to a frame, and appends the frame's bytes.
void add_frame(FrameRunner& runner, std::uint64_t number, const ParameterValues& values,
               std::vector<std::byte>& bytes) {
  static_cast<void>(runner.run_to(number, values, {}));
  const Image frame = runner.read_frame();
  bytes.insert(bytes.end(), frame.pixels.begin(), frame.pixels.end());
}

void start_plasma(FrameRunner& runner, int width) { runner.start(require_scene("plasma"), width, 16, nullptr); }

void add_plasma(FrameRunner& runner, std::uint64_t number, std::vector<std::byte>& bytes) {
  add_frame(runner, number, ParameterValues(runner.declaration()->parameters()), bytes);
}

/// Each call renders the first and second frame again, with the same scene.
SweepWork make_frames(const SweepSetup& setup, const SceneDeclaration& scene, const ParameterValues& values) {
  const auto runner = std::make_shared<FrameRunner>(setup.share(setup.device));
  runner->start(scene, 32, 24, nullptr);
  return [runner, values] {
    std::vector<std::byte> bytes;
    add_frame(*runner, 0, values, bytes);
    add_frame(*runner, 1, values, bytes);
    return bytes;
  };
}

/// A scene whose shared image changes size. If a size fails, the previous size stays in use.
SweepWork make_resize(const SweepSetup& setup) {
  return [runner = std::make_shared<FrameRunner>(setup.share(setup.device))] {
    std::vector<std::byte> bytes;
    for (const int width : {24, 40}) {
      start_plasma(*runner, width);
      add_plasma(*runner, 3, bytes);
    }
    return bytes;
  };
}

/// A scene moves to the CPU device, for one frame, and back. If the other device fails, the first device stays in use.
SweepWork make_device_switch(const SweepSetup& setup) {
  const auto first = std::make_shared<FrameRunner>(setup.share(setup.device));
  start_plasma(*first, 24);
  return [setup, first] {
    std::vector<std::byte> bytes;
    add_plasma(*first, 2, bytes);
    {
      FrameRunner second{setup.share(gpu::Device::open({}, setup.options))};
      start_plasma(second, 24);
      add_plasma(second, 3, bytes);
    }
    add_plasma(*first, 4, bytes);
    return bytes;
  };
}

/// Three images acquired together, one of them drawn in a viewport.
SweepWork make_acquisitions(const SweepSetup& setup) {
  constexpr int width = 12;
  constexpr int height = 9;
  const std::shared_ptr<const ImageSharing> images = setup.share(setup.device);
  const gpu::Stream stream = setup.device.create_stream();
  std::vector<std::shared_ptr<SharedImage>> shared;
  for (int count = 0; count < 3; ++count) {
    shared.push_back(images->make_image(FrameFormat::rgba8, width, height));
  }
  return [images, stream, shared] {
    const std::vector<SharedImage*> all{shared[0].get(), shared[1].get(), shared[2].get()};
    {
      const std::unique_ptr<AcquiredImages> acquired = images->acquire_all(all, stream);
      for (std::size_t index = 0; index < shared.size(); ++index) {
        const std::vector<std::byte> texels(width * height * 4, static_cast<std::byte>(40 + 50 * index));
        acquired->surface(index).array().copy_from(std::span(texels), stream);
        stream.synchronize();
      }
      acquired->release();
    }
    std::vector<std::byte> bytes(width * height * 4);
    shared[1]->read(bytes);
    const Image seen = shared[2]->viewport_picture({.target = {0, 0, 8, 8}, .zoom = 0.5F});
    bytes.insert(bytes.end(), seen.pixels.begin(), seen.pixels.end());
    return bytes;
  };
}

}  // namespace

std::vector<SweepScenario> frame_scenarios() {
  std::vector<SweepScenario> scenarios;
  for (const SceneDeclaration& scene : scenes()) {
    scenarios.push_back(
        {fmt::format("frame_{}", scene.name), fmt::format("two frames of scene {}", scene.name), RendererKind::gl,
         [&scene](const SweepSetup& setup) { return make_frames(setup, scene, ParameterValues(scene.parameters())); }});
  }
  for (const RendererKind renderer : {RendererKind::gl, RendererKind::vulkan}) {
    const bool is_gl = renderer == RendererKind::gl;
    scenarios.push_back({is_gl ? "frame_particles_vertices" : "frame_particles_vertices_vulkan",
                         fmt::format("two frames of scene particles, drawn as vertices{}", is_gl ? "" : " with Vulkan"),
                         renderer, [](const SweepSetup& setup) {
                           const SceneDeclaration& scene = require_scene("particles");
                           ParameterValues values(scene.parameters());
                           values.set_from_text("drawn_as", "vertices");
                           return make_frames(setup, scene, values);
                         }});
  }
  // One scene per format suffices, because the device calls of scenes are the same with either renderer.
  for (const std::string_view name : {"plasma", "lenia"}) {
    scenarios.push_back({fmt::format("frame_{}_vulkan", name), fmt::format("two frames of scene {} with Vulkan", name),
                         RendererKind::vulkan, [name](const SweepSetup& setup) {
                           const SceneDeclaration& scene = require_scene(name);
                           return make_frames(setup, scene, ParameterValues(scene.parameters()));
                         }});
  }
  return scenarios;
}

std::vector<SweepScenario> acquisition_scenarios() {
  return {
      {"acquisitions", "three images acquired together, one drawn in a viewport", RendererKind::gl, make_acquisitions},
      {"acquires_vulkan", "three images acquired together with Vulkan, one drawn in a viewport", RendererKind::vulkan,
       make_acquisitions}};
}

std::vector<SweepScenario> resize_scenarios() {
  return {{"resize", "the shared image at two sizes", RendererKind::gl, make_resize},
          {"resize_vulkan", "the shared image at two sizes with Vulkan", RendererKind::vulkan, make_resize}};
}

std::vector<SweepScenario> device_switch_scenarios() {
  return {{"device_switch", "a scene moved to the CPU device and back", RendererKind::gl, make_device_switch}};
}

}  // namespace texelscope::app
