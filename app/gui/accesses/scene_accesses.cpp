#include "app/gui/accesses/scene_accesses.h"

#include <fmt/format.h>

#include <exception>
#include <string_view>
#include <utility>

#include "app/accesses/access_capture.h"
#include "app/accesses/recorded_scenes.h"
#include "app/interop/frame_runner.h"
#include "app/interop/offscreen_renderer.h"
#include "render/common/error.h"
#include "texelscope/gpu/error.h"
#include "texelscope/kernels/host_surface.h"

namespace texelscope::app {
namespace {

/// Ends a launch once a stop is requested.
class StopSink final : public gpu::AccessSink {
 public:
  explicit StopSink(std::stop_token stop) : stop_{std::move(stop)} {}
  void access(const gpu::Access& /*access*/, const gpu::AccessContext& /*context*/) override {
    if (stop_.stop_requested()) {
      throw kernels::HostTrap{};
    }
  }
  [[nodiscard]] bool needs_all_threads() const override { return false; }

 private:
  std::stop_token stop_;
};

AccessCaptureOptions options_for(const std::optional<gpu::MemoryByte>& touching, const std::stop_token& stop) {
  AccessCaptureOptions options;
  options.recorder.modules = {recorded_scenes()};
  options.recorder.sinks = {std::make_shared<StopSink>(stop)};
  options.recorder.touching = touching;
  options.has_maps = !touching;
  options.checks_hazards = !touching;
  return options;
}

DeviceOffscreenRenderer open_renderer(const gpu::DeviceOptions& options) {
  const auto open = [&](RendererKind kind) {
    return open_offscreen_renderer(kind, gpu::DeviceId{}, options, [](std::string_view) {});
  };
  try {
    return open(RendererKind::gl);
  } catch (const render::Unavailable&) {
    return open(RendererKind::vulkan);
  }
}

}  // namespace

bool SceneMoment::is_same(const SceneMoment& other) const {
  return scene == other.scene && values == other.values && frame == other.frame && width == other.width &&
         height == other.height && image == other.image;
}

std::shared_ptr<const AccessStudy> record_scene(const SceneMoment& moment,
                                                const std::optional<gpu::MemoryByte>& touching,
                                                AccessProgress& progress, const std::stop_token& stop) {
  AccessCapture capture(options_for(touching, stop));
  gpu::DeviceOptions device_options;
  // Objects of a launch that was stopped cannot be destroyed properly.
  device_options.diagnostics = [](const gpu::Diagnostic&) {};
  const DeviceOffscreenRenderer offscreen = open_renderer(capture.device_options(std::move(device_options)));
  FrameRunner runner(offscreen.images);
  auto study = std::make_shared<AccessStudy>();
  try {
    runner.start(*moment.scene, moment.width, moment.height, moment.image);
    const std::uint64_t first = moment.scene->has_history ? 0 : moment.frame;
    progress.all = moment.frame - first + 1;
    for (std::uint64_t frame = first; frame <= moment.frame; ++frame) {
      require_running(stop);
      capture.begin_frame(frame == moment.frame);
      if (frame == moment.frame) {
        runner.run_to(frame, moment.values, {});
      } else {
        runner.pass_to(frame, moment.values, {});
      }
      ++progress.done;
    }
    set_frames(*study, runner.read_frame(), moment.shown.get());
  } catch (const gpu::Error&) {
    require_running(stop);
    throw;
  }
  capture.name(gpu::AccessObject::Kind::surface, runner.last_surface().value, "frame");
  study->recorded = capture.result();
  // Without a history, no earlier frame has run.
  study->recorded.undefined =
      moment.scene->has_history ? RecordedAccesses::Undefined::frame : RecordedAccesses::Undefined::all;
  study->is_first_write = first_writes(study->recorded);
  study->title = fmt::format("{}, frame {}", moment.scene->title, moment.frame);
  return study;
}

}  // namespace texelscope::app
