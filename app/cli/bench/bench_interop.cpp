#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/bench/interleaved_timing.h"
#include "app/cli/bench/interop_present_path.h"
#include "app/cli/commands/bench_options.h"
#include "app/cli/exit_code.h"
#include "app/interop/frame_runner.h"
#include "app/interop/observation/open_interop_tools.h"
#include "app/interop/offscreen_renderer.h"
#include "app/interop/presentation/interop_benchmark.h"
#include "app/interop/shared/gl_texture_provider.h"
#include "app/scenes/registry.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::ordered_json;

/// Host time of a scene's frames between map and unmap, in microseconds: the median.
struct ReplayFigure {
  std::string_view scene;
  double single_calls_us = 0;
  /// Recorded, the graph updated and launched.
  double update_us = 0;
  /// The graph launched again where a frame repeats the last.
  double reuse_us = 0;
  /// Frames that did, of those measured.
  std::uint64_t repeated_frames = 0;
};

constexpr std::uint64_t replay_frames = 101;
/// Small frames: what the host does is the same for large ones.
constexpr int replay_side = 128;

double median_draw_us(FrameRunner& runner, const SceneDeclaration& scene) {
  runner.start(scene, replay_side, replay_side, nullptr);
  const ParameterValues values(scene.parameters());
  std::vector<double> times;
  for (std::uint64_t frame = 0; frame < replay_frames; ++frame) {
    times.push_back(runner.run_to(frame, values, {}).draw_ms * 1000);
  }
  return median(std::move(times));
}

std::vector<ReplayFigure> measure_replay(const std::shared_ptr<const ImageSharing>& images) {
  std::vector<ReplayFigure> figures;
  for (const SceneDeclaration& scene : scenes()) {
    FrameRunner single(images);
    FrameRunner update(images, FrameReplay::update);
    FrameRunner reuse(images, FrameReplay::reuse);
    figures.push_back(
        {scene.name, median_draw_us(single, scene), median_draw_us(update, scene), median_draw_us(reuse, scene), 0});
    figures.back().repeated_frames = reuse.repeated_frames();
  }
  return figures;
}

/// What a run found, and where.
struct Measured {
  gpu::Device device;
  /// "gl", and what GL or Vulkan says of itself.
  std::string renderer;
  std::string renderer_name;
  /// Whether pixels go through the host.
  bool is_direct = false;
  InteropOptions options;
  std::vector<InteropFigure> figures;
  std::vector<ReplayFigure> replays;
  PresentationReport present_path;
};

void print_json(const Measured& measured) {
  Json list = Json::array();
  for (const InteropFigure& figure : measured.figures) {
    list.push_back({{"name", figure.name}, {"median_us", figure.median_us}, {"minimum_us", figure.minimum_us}});
  }
  Json frames = Json::array();
  for (const ReplayFigure& replay : measured.replays) {
    frames.push_back({{"scene", replay.scene},
                      {"single_calls_us", replay.single_calls_us},
                      {"update_us", replay.update_us},
                      {"reuse_us", replay.reuse_us},
                      {"frames", replay_frames},
                      {"repeated_frames", replay.repeated_frames}});
  }
  const Json json{{"device", to_string(measured.device.id())},
                  {"device_name", measured.device.properties().name},
                  {"renderer", measured.renderer},
                  {"renderer_name", measured.renderer_name},
                  {"path", measured.is_direct ? "direct" : "through_host"},
                  {"image", fmt::format("{}x{} RGBA8", measured.options.width, measured.options.height)},
                  {"rounds", measured.options.rounds},
                  {"figures", std::move(list)},
                  {"replays", std::move(frames)},
                  {"showing", present_path_json(measured.present_path)},
                  {"life", life_json(measured.present_path)}};
  std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

void print_table(const Measured& measured) {
  std::cout << fmt::format("{} ({}), {} on {}, {}, {}x{} RGBA8, host time in µs over {} rounds\n",
                           to_string(measured.device.id()), measured.device.properties().name, measured.renderer,
                           measured.renderer_name, measured.is_direct ? "direct" : "through the host",
                           measured.options.width, measured.options.height, measured.options.rounds);
  for (const InteropFigure& figure : measured.figures) {
    std::cout << fmt::format("  {:<42} median {:>10.1f}   minimum {:>10.1f}\n", figure.name, figure.median_us,
                             figure.minimum_us);
  }
  std::cout << "  while acquired, a 128x128 frame           single calls   recorded, updated   launched again\n";
  for (const ReplayFigure& replay : measured.replays) {
    std::cout << fmt::format("  {:<40} {:>11.1f} {:>19.1f} {:>16.1f} in {} of {} frames\n", replay.scene,
                             replay.single_calls_us, replay.update_us, replay.reuse_us, replay.repeated_frames,
                             replay_frames);
  }
  print_present_path(measured.present_path);
}

std::shared_ptr<InteropTools> tools_of(const DeviceOffscreenRenderer& headless) {
  return headless.gl
             ? open_gl_interop_tools(headless.device, std::make_shared<GLTextureProvider>(headless.gl->gl))
             : open_vulkan_interop_tools(headless.device, *headless.vulkan, make_headless_gl_images(headless.device));
}

Measured measure(const DeviceOffscreenRenderer& headless, const std::shared_ptr<gpu::StreamProfiler>& times) {
  Measured measured{headless.device, {}, {}, false, {}, {}, {}, {}};
  if (headless.gl) {
    measured.renderer = "gl";
    measured.renderer_name = headless.gl->egl.info().renderer;
    measured.is_direct = headless.gl->gl.path() == gpu::InteropPath::direct;
    measured.figures = measure_mapping(headless.gl->gl, measured.options);
  } else {
    measured.renderer = "vulkan";
    measured.renderer_name = headless.vulkan->device().name;
    measured.is_direct = true;
  }
  for (InteropFigure& figure : measure_acquisitions(*headless.images, measured.options)) {
    measured.figures.push_back(std::move(figure));
  }
  measured.replays = measure_replay(headless.images);
  measured.present_path = measure_present_path(*tools_of(headless), times);
  return measured;
}

}  // namespace

int run_bench_interop(const BenchOptions& options) {
  const RendererKind renderer = options.common.renderer_kind();
  run_observed(options.common, [&](const gpu::DeviceOptions& device_options) {
    // Off but for the calls of one frame.
    const auto times = std::make_shared<gpu::StreamProfiler>();
    gpu::DeviceOptions timed_options = device_options;
    timed_options.stream_profiler = times;
    const DeviceOffscreenRenderer headless =
        open_offscreen_renderer(renderer, options.common.device_id(), timed_options,
                                [](std::string_view note) { print_note(std::string(note)); });
    (options.is_json ? print_json : print_table)(measure(headless, times));
  });
  return exit_code::success;
}

}  // namespace texelscope::app
