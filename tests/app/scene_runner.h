#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/interop/frame_runner.h"
#include "app/interop/offscreen_renderer.h"
#include "app/interop/shared/shared_gl_image.h"
#include "app/scenes/registry.h"

namespace texelscope::tests {

/// One frame of a scene that a test runs.
struct SceneJob {
  std::string scene;
  std::vector<std::pair<std::string, std::string>> settings = {};
  std::uint64_t frame = 0;
  int width = 64;
  int height = 48;
  std::shared_ptr<const app::Image> image = nullptr;
  app::Pointer pointer = {};
};

/// The frame's pixels, read through a GL texture.
[[nodiscard]] inline app::Image run_scene(const gpu::Device& device, const SceneJob& job) {
  const app::DeviceOffscreenGL offscreen = app::open_offscreen_gl(device, [](std::string_view) {});
  const app::SceneDeclaration& declaration = app::require_scene(job.scene);
  app::ParameterValues values(declaration.parameters());
  for (const auto& [name, text] : job.settings) {
    values.set_from_text(name, text);
  }
  app::FrameRunner runner(app::share_gl_images(offscreen.gl));
  runner.start(declaration, job.width, job.height, job.image);
  runner.run_to(job.frame, values, job.pointer);
  return runner.read_frame();
}

}  // namespace texelscope::tests
