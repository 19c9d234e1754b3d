#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <iostream>
#include <mutex>
#include <optional>

#include "app/cli/common_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "app/instruments/stress/frame_growth.h"
#include "app/instruments/stress/random_work.h"
#include "app/interop/offscreen_renderer.h"
#include "app/text/escape.h"
#include "app/text/option_text.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/live_objects.h"

namespace texelscope::app::stress_command {
namespace {

struct Options {
  /// The device and the renderer.
  CommonOptions common;
  std::string operations;
  std::string threads = "8";
  std::string streams = "64";
  std::string seed = "1";
  std::string frames;
  std::string scenes;
  bool has_no_frames = false;
  bool is_json = false;
};

void declare(CommandOptions& command, Options& options) {
  add_device_option(command, options.common);
  add_renderer_option(command, options.common);
  command.option("--operations", "N", options.operations, "operations, in total over all threads (default: 10000)");
  command.option("--threads", "N", options.threads, "threads (default: 8)");
  command.option("--streams", "N", options.streams, "streams, shared by all threads (default: 64)");
  command.option("--seed", "S", options.seed, "random seed (default: 1)");
  command.option("--frames", "N", options.frames, "instead, run N frames of a scene and check for memory growth");
  command.option("--scenes", "N", options.scenes, "instead, switch between scenes N times and check for memory growth",
                 {.excludes = {"--frames"}});
  command.flag("--no-frames", options.has_no_frames, "do not acquire and draw frames concurrently");
  command.json(options.is_json);
}

/// The report of either kind of run.
struct Report {
  std::string device;
  Json figures = Json::object();
  std::string text;
  std::vector<std::string> wrong;
};

void do_random_work(const Options& options, const gpu::Device& device,
                    const std::shared_ptr<const ImageSharing>& images, Report& report) {
  RandomWorkOptions work;
  work.operations = options.operations.empty() ? work.operations
                                               : number_option("--operations", options.operations, 1, 1'000'000'000);
  work.threads = static_cast<int>(number_option("--threads", options.threads, 1, 256));
  work.streams = static_cast<int>(number_option("--streams", options.streams, 1, 4096));
  work.seed = number_option("--seed", options.seed, 0, UINT32_MAX);
  const RandomWorkResult result = run_random_work(device, images, work);
  report.figures = {{"operations", result.operations}, {"checks", result.checks}, {"frames", result.frames},
                    {"threads", work.threads},         {"streams", work.streams}, {"seed", work.seed}};
  report.text = fmt::format("{} operations on {} threads and {} streams, {} checks, {} concurrent frames",
                            result.operations, work.threads, work.streams, result.checks, result.frames);
  report.wrong.insert(report.wrong.end(), result.wrong.begin(), result.wrong.end());
}

Json growth_json(const char* rounds, const FrameGrowth& growth) {
  return {{rounds, growth.frames},
          {"early_bytes", growth.early_bytes},
          {"late_bytes", growth.late_bytes},
          {"early_objects", growth.early_objects},
          {"late_objects", growth.late_objects}};
}

std::string growth_text(const FrameGrowth& growth) {
  return fmt::format("memory from {:.1f} to {:.1f} MiB, driver objects from {} to {}",
                     static_cast<double>(growth.early_bytes) / (1 << 20),
                     static_cast<double>(growth.late_bytes) / (1 << 20), growth.early_objects, growth.late_objects);
}

void run_frames(const Options& options, const std::shared_ptr<const ImageSharing>& images, const gpu::LiveObjects& live,
                Report& report) {
  const std::uint64_t frames = number_option("--frames", options.frames, 10, 1'000'000'000);
  Progress progress;
  const FrameGrowth growth = measure_growth(
      images, live, frames, [&](std::uint64_t frame) { progress.show(fmt::format("frame {} of {}", frame, frames)); });
  report.figures = growth_json("frames", growth);
  report.text = fmt::format("{} frames: {}", growth.frames, growth_text(growth));
  if (!growth.is_right()) {
    report.wrong.push_back("frames leak: " + report.text);
  }
}

void switch_scenes(const Options& options, const std::shared_ptr<const ImageSharing>& images,
                   const gpu::LiveObjects& live, Report& report) {
  const std::uint64_t switches = number_option("--scenes", options.scenes, 10, 1'000'000'000);
  Progress progress;
  const SwitchGrowth result = measure_switches(images, live, switches, [&](std::uint64_t done) {
    progress.show(fmt::format("switch {} of {}", done, switches));
  });
  const FrameGrowth& growth = result.growth;
  report.figures = growth_json("switches", growth);
  report.figures.update(
      {{"mean_ms", result.mean_ms}, {"slowest_ms", result.slowest_ms}, {"slowest_scene", result.slowest_scene}});
  report.text = fmt::format("{} scene switches: {}, {:.1f} ms on average, {:.1f} ms at most (to {})", switches,
                            growth_text(growth), result.mean_ms, result.slowest_ms, result.slowest_scene);
  if (!growth.is_right()) {
    report.wrong.push_back("scenes leak: " + report.text);
  }
}

/// Returns 1 if a result is wrong or something leaked.
int run(const Options& options) {
  static_cast<void>(options.common.renderer_kind());
  Report report;
  const auto live = std::make_shared<gpu::LiveObjects>();
  std::mutex mutex;
  const gpu::DeviceOptions device_options{{live}, [&](const gpu::Diagnostic& diagnostic) {
                                            const std::lock_guard lock{mutex};
                                            report.wrong.push_back(diagnostic.text);
                                          }};
  const auto start = std::chrono::steady_clock::now();
  {
    if (options.has_no_frames && options.frames.empty() && options.scenes.empty()) {
      const gpu::Device device = open_device(options.common, device_options);
      report.device = to_string(device.id());
      do_random_work(options, device, nullptr, report);
    } else {
      const DeviceOffscreenRenderer offscreen = open_renderer(options.common, device_options);
      report.device = to_string(offscreen.device.id());
      if (!options.scenes.empty()) {
        switch_scenes(options, offscreen.images, *live, report);
      } else if (options.frames.empty()) {
        do_random_work(options, offscreen.device, offscreen.images, report);
      } else {
        run_frames(options, offscreen.images, *live, report);
      }
    }
  }
  for (const std::string& object : live->list()) {
    report.wrong.push_back("left behind: " + object);
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  if (options.is_json) {
    report.figures["device"] = report.device;
    report.figures["seconds"] = seconds.count();
    report.figures["wrong"] = report.wrong;
    std::cout << json_text(report.figures);
  } else {
    std::cout << fmt::format("{}: {}; {:.1f} s\n", report.device, report.text, seconds.count());
    for (const std::string& line : report.wrong) {
      std::cout << fmt::format("  wrong: {}\n", message_line(line));
    }
  }
  return report.wrong.empty() ? exit_code::success : exit_code::check_failed;
}

const RegisteredSubcommand registered{
    {.name = "stress",
     .text = "run random operations on a device from many threads, verifying all results; exit code 1 if any is wrong",
     .group = CommandGroup::developers,
     .rank = 30,
     .declare = with_options(declare, run)}};

}  // namespace
}  // namespace texelscope::app::stress_command
