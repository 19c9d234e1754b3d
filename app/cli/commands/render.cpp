#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <tuple>

#include "app/cli/commands.h"
#include "app/cli/exit_code.h"
#include "app/cli/progress.h"
#include "app/images/frame_recorder.h"
#include "app/interop/frame_runner.h"
#include "app/interop/offscreen_renderer.h"
#include "app/scene/scene_input.h"
#include "app/scenes/registry.h"
#include "app/text/option_text.h"

namespace texelscope::app {
namespace {

/// What is to be rendered, checked as far as it can be without a device.
struct Job {
  const SceneDeclaration& scene;
  ParameterValues values;
  std::uint64_t first;
  std::uint64_t last;
  std::uint64_t step;
  int width;
  int height;
  std::shared_ptr<const Image> image;
};

constexpr std::uint64_t max_frames = 1'000'000;

/// "A:B": the first and the last frame.
std::pair<std::uint64_t, std::uint64_t> range_option(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) {
    throw UsageError(
        fmt::format("--frames cannot be '{}': give FIRST:LAST, such as 0:119; --frame takes one number", text));
  }
  const std::uint64_t first = number_option("the first of --frames", text.substr(0, colon), 0, max_frames);
  const std::uint64_t last = number_option("the last of --frames", text.substr(colon + 1), 0, max_frames);
  if (last < first) {
    throw UsageError(fmt::format("--frames cannot be '{0}': the last frame comes before the first; give {2}:{1}", text,
                                 first, last));
  }
  return {first, last};
}

Job check_job(const RenderOptions& options) {
  const SceneDeclaration& scene = require_scene(options.scene);
  Job job{scene, ParameterValues(scene.parameters()), scene.default_frame, scene.default_frame, 1, 0, 0, nullptr};
  for (const auto& [name, text] : settings_option(options.settings)) {
    job.values.set_from_text(name, text);
  }
  if (!options.frame.empty()) {
    job.first = job.last = number_option("--frame", options.frame, 0, max_frames);
  }
  if (!options.frames.empty()) {
    std::tie(job.first, job.last) = range_option(options.frames);
  }
  if (!options.step.empty()) {
    if (options.frames.empty()) {
      throw UsageError("--step needs --frames FIRST:LAST: give both, or leave --step out");
    }
    job.step = number_option("--step", options.step, 1, max_frames);
  }
  std::tie(job.width, job.height) = size_option(options.size);
  if (!options.input.empty()) {
    job.image = require_input(scene, options.input, [&] { return load_scene_input(options.input); });
  }
  return job;
}

}  // namespace

int run_render(const RenderOptions& options) {
  const std::optional<gpu::DeviceId> device = options.common.device_id();
  const RendererKind renderer = options.common.renderer_kind();
  const Job job = check_job(options);
  const std::uint64_t count = (job.last - job.first) / job.step + 1;
  FrameRecorder recorder(options.out, job.width, job.height, count, job.step);
  run_observed(options.common, [&](const gpu::DeviceOptions& device_options) {
    const DeviceOffscreenRenderer headless = open_offscreen_renderer(
        renderer, device, device_options, [](std::string_view note) { print_note(std::string(note)); });
    FrameRunner runner(headless.images, options.is_replayed ? FrameReplay::reuse : FrameReplay::none);
    runner.start(job.scene, job.width, job.height, job.image);
    Progress progress;
    std::uint64_t wanted = job.first;
    for (std::uint64_t frame = job.scene.has_history ? 0 : job.first; frame <= job.last; ++frame) {
      const bool is_wanted = frame == wanted;
      if (is_wanted || job.scene.has_history) {
        if (is_wanted) {
          runner.run_to(frame, job.values, {});
        } else {
          runner.pass_to(frame, job.values, {});
        }
        progress.show(
            fmt::format("frame {} of {} ({} %)", frame, job.last, frame * 100 / std::max<std::uint64_t>(job.last, 1)));
      }
      if (is_wanted) {
        recorder.add(frame, runner.read_frame());
        wanted += job.step;
      }
    }
  });
  recorder.finish();
  return exit_code::success;
}

}  // namespace texelscope::app
