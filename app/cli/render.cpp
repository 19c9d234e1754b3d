#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/exit_code.h"
#include "app/cli/progress.h"
#include "app/core/file.h"
#include "app/core/image_file.h"
#include "app/interop/frame_runner.h"
#include "app/interop/headless.h"
#include "app/scenes/registry.h"

namespace texelscope::app {
namespace {

/// What is to be rendered, checked as far as it can be without a device.
struct Job {
  const SceneDeclaration& scene;
  ParameterValues values;
  std::uint64_t frame;
  int width;
  int height;
  std::shared_ptr<const Image> image;
};

Job check_job(const RenderOptions& options) {
  options.common.require_renderer();
  const SceneDeclaration& scene = require_scene(options.scene);
  Job job{scene, ParameterValues(scene.parameters()), scene.default_frame, 0, 0, nullptr};
  for (const auto& [name, text] : settings_option(options.settings)) {
    job.values.set_from_text(name, text);
  }
  if (!options.frame.empty()) {
    job.frame = number_option("--frame", options.frame, 0, 1'000'000);
  }
  std::tie(job.width, job.height) = size_option(options.size);
  require_writable(options.out);
  if (!options.input.empty()) {
    if (!scene.takes_image) {
      throw UsageError(fmt::format("scene {} takes no picture: leave --input out, or render scene image", scene.name));
    }
    job.image = std::make_shared<const Image>(load_image(options.input));
  }
  return job;
}

}  // namespace

int run_render(const RenderOptions& options) {
  const std::optional<gpu::DeviceId> device = options.common.device_id();
  const Job job = check_job(options);
  run_observed(options.common, [&](const gpu::DeviceOptions& device_options) {
    const Headless headless =
        open_headless(device, device_options, [](std::string_view note) { print_note(std::string(note)); });
    FrameRunner runner(headless.gl, options.is_replayed ? FrameReplay::reuse : FrameReplay::none);
    runner.start(job.scene, job.width, job.height, job.image);
    Progress progress;
    for (std::uint64_t frame = job.scene.has_history ? 0 : job.frame; frame <= job.frame; ++frame) {
      runner.run_to(frame, job.values, {});
      progress.show(
          fmt::format("frame {} of {} ({} %)", frame, job.frame, frame * 100 / std::max<std::uint64_t>(job.frame, 1)));
    }
    save_png(options.out, runner.read_frame());
  });
  return exit_code::success;
}

}  // namespace texelscope::app
