#include "app/golden/frame_maker.h"

#include <memory>
#include <utility>

#include "app/images/image_convert.h"
#include "app/interop/array_runner.h"
#include "app/interop/frame_runner.h"
#include "app/scenes/registry.h"

namespace texelscope::app {
FrameMaker shared_frames(std::shared_ptr<const ImageSharing> images) {
  return [images = std::move(images)](const GoldenEntry& entry) -> std::optional<Image> {
    FrameRunner runner(images);
    runner.start(require_scene(entry.scene), entry.width, entry.height, nullptr);
    runner.run_to(entry.frame, values_of(entry), {});
    if (!entry.view) {
      return with_8_bits(runner.read_frame());
    }
    render::ViewportView view;
    view.target = {0, 0, entry.width, entry.height};
    view.zoom = entry.view->zoom;
    view.is_encoded = runner.format() == FrameFormat::rgba32f_encoded;
    view.center_x = entry.view->center_x;
    view.center_y = entry.view->center_y;
    return runner.output().viewport_picture(view);
  };
}

FrameMaker array_frames(const gpu::Device& device) {
  return [device](const GoldenEntry& entry) -> std::optional<Image> {
    if (entry.view) {
      return std::nullopt;
    }
    const ParameterValues values = values_of(entry);
    ArrayRunner runner(device, require_scene(entry.scene), entry.width, entry.height, nullptr);
    return runner.needs_renderer(values) ? std::nullopt : std::optional(runner.frame(entry.frame, values, [] {}));
  };
}

}  // namespace texelscope::app
