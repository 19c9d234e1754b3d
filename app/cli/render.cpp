#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/exit_code.h"
#include "app/core/file.h"
#include "app/core/image_file.h"
#include "app/interop/frame_runner.h"
#include "app/interop/headless.h"
#include "app/scenes/registry.h"

namespace texelscope::app {
namespace {

/// Says how far long work is; on a terminal only.
class Progress {
 public:
  explicit Progress(std::uint64_t last) : last_{last}, is_terminal_{::isatty(STDERR_FILENO) == 1} {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() {
    if (is_shown_) {
      std::cerr << "\r\x1b[K" << std::flush;
    }
  }

  void show(std::uint64_t frame) {
    const auto now = std::chrono::steady_clock::now();
    if (is_terminal_ && now >= due_) {
      due_ = now + std::chrono::milliseconds(100);
      is_shown_ = true;
      std::cerr << fmt::format("\rframe {} of {} ({} %)\x1b[K", frame, last_,
                               frame * 100 / std::max<std::uint64_t>(last_, 1))
                << std::flush;
    }
  }

 private:
  std::uint64_t last_;
  bool is_terminal_;
  bool is_shown_ = false;
  // The first half second is no long work.
  std::chrono::steady_clock::time_point due_ = std::chrono::steady_clock::now() + std::chrono::milliseconds(500);
};

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
    FrameRunner runner(headless.gl);
    runner.start(job.scene, job.width, job.height, job.image);
    Progress progress(job.frame);
    for (std::uint64_t frame = job.scene.has_history ? 0 : job.frame; frame <= job.frame; ++frame) {
      runner.run_to(frame, job.values, {});
      progress.show(frame);
    }
    save_png(options.out, runner.read_frame());
  });
  return exit_code::success;
}

}  // namespace texelscope::app
