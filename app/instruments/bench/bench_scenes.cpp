#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <optional>
#include <tuple>

#include "app/cli/common_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "app/interop/frame_runner.h"
#include "app/interop/offscreen_renderer.h"
#include "app/scenes/registry.h"
#include "app/text/option_text.h"
#include "app/text/parameter.h"

namespace texelscope::app::bench_scenes {
namespace {

using Clock = std::chrono::steady_clock;

/// The required frame rates.
constexpr double min_frames_per_second_gpu = 60;
constexpr double min_frames_per_second_cpu = 20;
/// Warm-up frames, which load kernels and fill caches.
constexpr std::uint64_t frames_before = 10;

struct Options : DeviceCommandOptions {
  /// Empty for all.
  std::vector<std::string> scenes;
  std::string size;
  std::string frames;
};

void declare(CommandOptions& command, Options& options) {
  declare_device_command(command, options);
  command.option("SCENE", "", options.scenes, "the scenes (default: all)", {.words = declared_words(scenes())});
  command.option("--size", "WxH", options.size, "frame size (default: 1920x1080 on a GPU, 512x512 on the CPU)");
  command.option("--frames", "N", options.frames, "frames per scene (default: 120 on a GPU, 30 on the CPU)");
}

struct Job {
  int width = 0;
  int height = 0;
  std::uint64_t frames = 0;
  double min_frames_per_second = 0;
};

struct SceneFigure {
  std::string_view scene;
  /// The mean over all frames, including the device's work, map and unmap.
  double ms = 0;

  [[nodiscard]] double frames_per_second() const { return 1000 / ms; }
};

Job job_of(const Options& options, gpu::DeviceKind kind) {
  const bool is_gpu = kind == gpu::DeviceKind::cuda;
  Job job;
  std::tie(job.width, job.height) = size_option(!options.size.empty() ? options.size
                                                : is_gpu              ? "1920x1080"
                                                                      : "512x512");
  job.frames = !options.frames.empty() ? number_option("--frames", options.frames, 1, 100'000) : is_gpu ? 120 : 30;
  job.min_frames_per_second = is_gpu ? min_frames_per_second_gpu : min_frames_per_second_cpu;
  return job;
}

SceneFigure measure(FrameRunner& runner, const SceneDeclaration& scene, const Job& job) {
  const ParameterValues values(scene.parameters());
  runner.start(scene, job.width, job.height, nullptr);
  runner.run_to(frames_before - 1, values, {});
  runner.wait();
  const Clock::time_point start = Clock::now();
  for (std::uint64_t frame = frames_before; frame < frames_before + job.frames; ++frame) {
    runner.run_to(frame, values, {});
  }
  runner.wait();
  const std::chrono::duration<double, std::milli> time = Clock::now() - start;
  return {scene.name, time.count() / static_cast<double>(job.frames)};
}

Json json_of(const gpu::Device& device, const Job& job, const std::vector<SceneFigure>& figures) {
  const Json list = json_list(figures, [](const SceneFigure& figure) {
    return Json{{"scene", figure.scene}, {"ms", figure.ms}, {"frames_per_second", figure.frames_per_second()}};
  });
  return result_json(device, {{"width", job.width},
                              {"height", job.height},
                              {"frames", job.frames},
                              {"least_frames_per_second", job.min_frames_per_second},
                              {"figures", list}});
}

std::string table_of(const gpu::Device& device, const Job& job, const std::vector<SceneFigure>& figures) {
  std::string text = fmt::format("{} ({}), {} frames of {}x{} of each scene, mapped and unmapped\n",
                                 to_string(device.id()), device.properties().name, job.frames, job.width, job.height);
  for (const SceneFigure& figure : figures) {
    text += fmt::format("  {:<20} {:>8.2f} ms {:>8.0f} frames per second{}\n", figure.scene, figure.ms,
                        figure.frames_per_second(),
                        figure.frames_per_second() < job.min_frames_per_second ? "   SLOW" : "");
  }
  return text;
}

int run(const Options& options) {
  static_cast<void>(options.common.renderer_kind());
  std::vector<const SceneDeclaration*> chosen;
  for (const std::string& name : options.scenes.empty() ? names_of(scenes()) : options.scenes) {
    chosen.push_back(&require_scene(name));
  }
  bool is_met = false;
  run_observed(options.common, [&](const gpu::DeviceOptions& device_options) {
    const DeviceOffscreenRenderer offscreen = open_renderer(options.common, device_options);
    const Job job = job_of(options, offscreen.device.id().kind);
    std::vector<SceneFigure> figures;
    {
      FrameRunner runner(offscreen.images);
      Progress progress;
      for (const SceneDeclaration* scene : chosen) {
        progress.show(fmt::format("{} ({} of {})", scene->name, figures.size() + 1, chosen.size()));
        figures.push_back(measure(runner, *scene, job));
      }
    }
    std::cout << (options.is_json ? json_text(json_of(offscreen.device, job, figures))
                                  : table_of(offscreen.device, job, figures));
    is_met = std::ranges::all_of(
        figures, [&](const SceneFigure& figure) { return figure.frames_per_second() >= job.min_frames_per_second; });
  });
  return is_met ? exit_code::success : exit_code::check_failed;
}

const RegisteredSubcommand registered{
    {.name = "bench scenes",
     .text =
         "measure the frame rate of scenes; exit code 1 below 60 frames per second on a GPU, or below 20 on the CPU",
     .rank = 20,
     .declare = with_options(declare, run)}};

}  // namespace
}  // namespace texelscope::app::bench_scenes
