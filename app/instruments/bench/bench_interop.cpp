#include <fmt/format.h>

#include <iostream>

#include "app/cli/bench/interleaved_timing.h"
#include "app/cli/common_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "app/interop/frame_runner.h"
#include "app/interop/gl_texture_provider.h"
#include "app/interop/observation/open_interop_tools.h"
#include "app/interop/offscreen_renderer.h"
#include "app/interop/presentation/interop_benchmark.h"
#include "app/labs/interop/interop_lab.h"
#include "app/labs/interop/interop_tools.h"
#include "app/labs/interop/ownership_trace.h"
#include "app/labs/interop/presentation_cost.h"
#include "app/scenes/registry.h"

namespace texelscope::app::bench_interop {
namespace {

/// Median host time of a scene's frames between map and unmap, in microseconds.
struct ReplayFigure {
  std::string_view scene;
  double single_calls_us = 0;
  /// Recording the frame, updating the graph and launching it.
  double update_us = 0;
  /// Relaunching the graph when a frame equals the previous one.
  double reuse_us = 0;
  /// Number of measured frames that equal the previous one.
  std::uint64_t repeated_frames = 0;
};

constexpr std::uint64_t replay_frames = 101;
/// Small frames: the host time does not depend on the frame size.
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

/// The figures of the Interop lab, for `bench interop`.
struct PresentationReport {
  struct Size {
    int width = 0;
    int height = 0;
    std::vector<PresentationFigure> figures;
  };
  /// The sizes that the lab measures.
  std::vector<Size> sizes;
  /// The ownership of one image of this renderer during a frame.
  RendererKind renderer = RendererKind::gl;
  std::vector<OwnershipRecord> life;
};

const PresentPathDeclaration& declaration_of(const PresentationFigure& figure) {
  return present_path_kinds()[static_cast<std::size_t>(figure.kind)];
}

/// `profiler` records the calls of the device that the tools use.
PresentationReport measure_present_path(InteropTools& tools, const std::shared_ptr<gpu::StreamProfiler>& profiler) {
  PresentationReport report;
  report.renderer = tools.renderer();
  for (const ShownSize& size : shown_sizes) {
    PresentationCost cost{size.width, size.height, shown_rounds};
    while (cost.advance(tools, 1)) {
    }
    report.sizes.push_back({size.width, size.height, cost.figures()});
  }
  OwnershipTrace life{tools.make_image(192, 128), profiler};
  while (!life.is_frame_over()) {
    life.step();
  }
  report.life = life.records();
  return report;
}

Json present_path_json(const PresentationReport& report) {
  return json_list(report.sizes, [](const PresentationReport::Size& size) {
    Json ways = json_list(size.figures, [](const PresentationFigure& figure) {
      Json way{{"name", declaration_of(figure).name}, {"rounds", figure.rounds}};
      if (figure.reason.empty()) {
        way["host_us"] = figure.median.host_us;
        way["whole_us"] = figure.median.whole_us;
        way["minimum_whole_us"] = figure.minimum_whole_us;
      } else {
        way["reason"] = figure.reason;
      }
      return way;
    });
    return Json{{"image", fmt::format("{}x{} RGBA8", size.width, size.height)}, {"ways", std::move(ways)}};
  });
}

Json life_json(const PresentationReport& report) {
  return json_list(report.life, [](const OwnershipRecord& record) {
    Json facts;
    for (const auto& [name, value] : rows_of(record.facts)) {
      facts[std::string{name}] = value;
    }
    Json calls = json_list(record.calls, [](const LifeCall& call) {
      return Json{{"name", call.name}, {"of", call.is_renderer ? "renderer" : "device"}, {"host_us", call.host_us}};
    });
    Json refused = json_list(record.refusals, [](const Refusal& refusal) {
      return Json{{"action", refusal.action}, {"error", refusal.text}};
    });
    return Json{{"step", name_of(record.step)},
                {"facts", std::move(facts)},
                {"calls", std::move(calls)},
                {"refused", std::move(refused)}};
  });
}

std::string present_path_text(const PresentationReport& report) {
  std::string text;
  for (const PresentationReport::Size& size : report.sizes) {
    text += fmt::format("  present a frame of {}x{}, µs                       host free   texel read back\n",
                        size.width, size.height);
    for (const PresentationFigure& figure : size.figures) {
      const PresentPathDeclaration& way = declaration_of(figure);
      if (figure.reason.empty()) {
        text += fmt::format("  {:<18} {:<20} median {:>13.1f} {:>17.1f}\n", way.name, way.title, figure.median.host_us,
                            figure.median.whole_us);
      } else {
        text += fmt::format("  {:<18} {:<20} not available: {}\n", way.name, way.title, figure.reason);
      }
    }
  }
  text += "  ownership of an image during one frame\n";
  for (const OwnershipRecord& record : report.life) {
    const bool is_renderers = record.facts.owner == ImageOwner::renderer;
    const std::string timeline =
        record.facts.timeline ? fmt::format(", timeline {}", record.facts.timeline->value) : "";
    text += fmt::format("  {:<18} {:<20} {}{}; {}\n", title_of(record.step, report.renderer),
                        is_renderers ? "owner: the renderer" : "owner: the device", record.facts.mapping, timeline,
                        waits_text(record.facts));
  }
  return text;
}

/// The results of a run, and the device that it ran on.
struct Measured {
  gpu::Device device;
  /// "gl" or "vulkan", and the name that GL or Vulkan reports.
  std::string renderer;
  std::string renderer_name;
  /// Whether frames bypass the host.
  bool is_direct = false;
  InteropOptions options;
  std::vector<InteropFigure> figures;
  std::vector<ReplayFigure> replays;
  PresentationReport present_path;
};

Json json_of(const Measured& measured) {
  Json list = json_list(measured.figures, [](const InteropFigure& figure) {
    return Json{{"name", figure.name}, {"median_us", figure.median_us}, {"minimum_us", figure.minimum_us}};
  });
  Json frames = json_list(measured.replays, [](const ReplayFigure& replay) {
    return Json{{"scene", replay.scene},         {"single_calls_us", replay.single_calls_us},
                {"update_us", replay.update_us}, {"reuse_us", replay.reuse_us},
                {"frames", replay_frames},       {"repeated_frames", replay.repeated_frames}};
  });
  return result_json(measured.device,
                     {{"renderer", measured.renderer},
                      {"renderer_name", measured.renderer_name},
                      {"path", measured.is_direct ? "direct" : "through_host"},
                      {"image", fmt::format("{}x{} RGBA8", measured.options.width, measured.options.height)},
                      {"rounds", measured.options.rounds},
                      {"figures", std::move(list)},
                      {"replays", std::move(frames)},
                      {"presentation_cost", present_path_json(measured.present_path)},
                      {"life", life_json(measured.present_path)}});
}

std::string table_of(const Measured& measured) {
  std::string text = fmt::format("{} ({}), {} on {}, {}, {}x{} RGBA8, host time in µs over {} rounds\n",
                                 to_string(measured.device.id()), measured.device.properties().name, measured.renderer,
                                 measured.renderer_name, measured.is_direct ? "direct" : "through the host",
                                 measured.options.width, measured.options.height, measured.options.rounds);
  for (const InteropFigure& figure : measured.figures) {
    text += fmt::format("  {:<46} median {:>10.1f}   minimum {:>10.1f}\n", figure.name, figure.median_us,
                        figure.minimum_us);
  }
  text += "  while acquired, a 128x128 frame           single calls   recorded, updated       relaunched\n";
  for (const ReplayFigure& replay : measured.replays) {
    text +=
        fmt::format("  {:<40} {:>11.1f} {:>19.1f} {:>16.1f} in {} of {} frames\n", replay.scene, replay.single_calls_us,
                    replay.update_us, replay.reuse_us, replay.repeated_frames, replay_frames);
  }
  return text + present_path_text(measured.present_path);
}

std::shared_ptr<InteropTools> tools_of(const DeviceOffscreenRenderer& offscreen) {
  return offscreen.gl ? open_gl_interop_tools(offscreen.device, std::make_shared<GLTextureProvider>(offscreen.gl->gl))
                      : open_vulkan_interop_tools(offscreen.device, *offscreen.vulkan,
                                                  make_offscreen_gl_images(offscreen.device));
}

Measured measure(const DeviceOffscreenRenderer& offscreen, const std::shared_ptr<gpu::StreamProfiler>& profiler) {
  Measured measured{offscreen.device, {}, {}, false, {}, {}, {}, {}};
  if (offscreen.gl) {
    measured.renderer = "gl";
    measured.renderer_name = offscreen.gl->egl.info().renderer;
    measured.is_direct = offscreen.gl->gl.path() == gpu::InteropPath::direct;
    measured.figures = measure_mapping(offscreen.gl->gl, measured.options);
  } else {
    measured.renderer = "vulkan";
    measured.renderer_name = offscreen.vulkan->device().name;
    measured.is_direct = true;
  }
  for (InteropFigure& figure : measure_acquisitions(*offscreen.images, measured.options)) {
    measured.figures.push_back(std::move(figure));
  }
  measured.replays = measure_replay(offscreen.images);
  measured.present_path = measure_present_path(*tools_of(offscreen), profiler);
  return measured;
}

int run(const DeviceCommandOptions& options) {
  static_cast<void>(options.common.renderer_kind());
  run_observed(options.common, [&](const gpu::DeviceOptions& device_options) {
    // Disabled except during the calls of one frame.
    const auto profiler = std::make_shared<gpu::StreamProfiler>();
    gpu::DeviceOptions timed_options = device_options;
    timed_options.stream_profiler = profiler;
    const Measured measured = measure(open_renderer(options.common, timed_options), profiler);
    std::cout << (options.is_json ? json_text(json_of(measured)) : table_of(measured));
  });
  return exit_code::success;
}

const RegisteredSubcommand registered{{.name = "bench interop",
                                       .text = "measure the cost of sharing images between a renderer and the device",
                                       .rank = 10,
                                       .declare = with_options(declare_device_command, run)}};

}  // namespace
}  // namespace texelscope::app::bench_interop
