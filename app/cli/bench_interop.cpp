#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/bench_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/interleaved_timing.h"
#include "app/interop/frame_runner.h"
#include "app/interop/headless.h"
#include "app/interop/interop_benchmark.h"
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

std::vector<ReplayFigure> measure_replay(const gpu::GLContext& context) {
  std::vector<ReplayFigure> figures;
  for (const SceneDeclaration& scene : scenes()) {
    FrameRunner single(context);
    FrameRunner update(context, FrameReplay::update);
    FrameRunner reuse(context, FrameReplay::reuse);
    figures.push_back(
        {scene.name, median_draw_us(single, scene), median_draw_us(update, scene), median_draw_us(reuse, scene), 0});
    figures.back().repeated_frames = reuse.repeated_frames();
  }
  return figures;
}

void print_json(const Headless& headless, const InteropOptions& options, const std::vector<InteropFigure>& figures,
                const std::vector<ReplayFigure>& replays) {
  Json list = Json::array();
  for (const InteropFigure& figure : figures) {
    list.push_back({{"name", figure.name}, {"median_us", figure.median_us}, {"minimum_us", figure.minimum_us}});
  }
  Json frames = Json::array();
  for (const ReplayFigure& replay : replays) {
    frames.push_back({{"scene", replay.scene},
                      {"single_calls_us", replay.single_calls_us},
                      {"update_us", replay.update_us},
                      {"reuse_us", replay.reuse_us},
                      {"frames", replay_frames},
                      {"repeated_frames", replay.repeated_frames}});
  }
  const Json json{{"device", to_string(headless.device.id())},
                  {"device_name", headless.device.properties().name},
                  {"gl_renderer", headless.egl.info().renderer},
                  {"path", headless.gl.path() == gpu::InteropPath::direct ? "direct" : "through_host"},
                  {"image", fmt::format("{}x{} RGBA8", options.width, options.height)},
                  {"rounds", options.rounds},
                  {"figures", std::move(list)},
                  {"replays", std::move(frames)}};
  std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

void print_table(const Headless& headless, const InteropOptions& options, const std::vector<InteropFigure>& figures,
                 const std::vector<ReplayFigure>& replays) {
  std::cout << fmt::format("{} ({}), {}, {}, {}x{} RGBA8, host time in µs over {} rounds\n",
                           to_string(headless.device.id()), headless.device.properties().name,
                           headless.egl.info().renderer,
                           headless.gl.path() == gpu::InteropPath::direct ? "direct" : "through the host",
                           options.width, options.height, options.rounds);
  for (const InteropFigure& figure : figures) {
    std::cout << fmt::format("  {:<42} median {:>10.1f}   minimum {:>10.1f}\n", figure.name, figure.median_us,
                             figure.minimum_us);
  }
  std::cout << "  between map and unmap of 128x128 frames single calls   recorded, updated   launched again\n";
  for (const ReplayFigure& replay : replays) {
    std::cout << fmt::format("  {:<40} {:>11.1f} {:>19.1f} {:>16.1f} in {} of {} frames\n", replay.scene,
                             replay.single_calls_us, replay.update_us, replay.reuse_us, replay.repeated_frames,
                             replay_frames);
  }
}

}  // namespace

int run_bench_interop(const BenchOptions& options) {
  options.common.require_renderer();
  run_observed(options.common, [&](const gpu::DeviceOptions& device_options) {
    const Headless headless = open_headless(options.common.device_id(), device_options,
                                            [](std::string_view note) { print_note(std::string(note)); });
    const InteropOptions interop;
    const std::vector<InteropFigure> figures = measure_interop(headless.gl, interop);
    const std::vector<ReplayFigure> replays = measure_replay(headless.gl);
    (options.is_json ? print_json : print_table)(headless, interop, figures, replays);
  });
  return exit_code::success;
}

}  // namespace texelscope::app
