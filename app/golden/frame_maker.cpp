#include "app/golden/frame_maker.h"

#include <memory>
#include <utility>

#include "app/core/image_convert.h"
#include "app/interop/frame_runner.h"
#include "app/scenes/registry.h"
#include "texelscope/gpu/cuda_array.h"

namespace texelscope::app {
namespace {

std::optional<Image> draw_into_array(const gpu::Device& device, const GoldenEntry& entry) {
  const SceneDeclaration& declaration = require_scene(entry.scene);
  const ParameterValues values = values_of(entry);
  const gpu::Stream stream = device.create_stream();
  const std::unique_ptr<Scene> scene = declaration.make({device, stream, entry.width, entry.height, nullptr});
  if (scene->points(values).count > 0) {
    return std::nullopt;
  }
  const gpu::DataType type = scene->format() == FrameFormat::rgba8 ? gpu::DataType::uint8 : gpu::DataType::float32;
  const gpu::CUDAArray array = gpu::CUDAArray::from_descriptor(
      device,
      {gpu::Extent(static_cast<std::size_t>(entry.width), static_cast<std::size_t>(entry.height)), type, 4, true});
  const gpu::SurfaceObject surface = gpu::SurfaceObject::from_array(array);
  for (std::uint64_t frame = declaration.has_history ? 0 : entry.frame; frame <= entry.frame; ++frame) {
    const FrameInput input{frame, entry.width, entry.height, {}};
    scene->prepare(input, values, stream);
    scene->draw(input, values, surface, stream);
  }
  Image image{entry.width, entry.height, 4, type, {}};
  image.pixels.resize(static_cast<std::size_t>(entry.width) * static_cast<std::size_t>(entry.height) * 4 *
                      gpu::size_bytes(type));
  array.copy_to(std::span(image.pixels), stream);
  stream.synchronize();
  return with_8_bits(image);
}

}  // namespace

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
    view.center_x = entry.view->center_x;
    view.center_y = entry.view->center_y;
    return runner.output().viewport_picture(view);
  };
}

FrameMaker array_frames(const gpu::Device& device) {
  return [device](const GoldenEntry& entry) { return entry.view ? std::nullopt : draw_into_array(device, entry); };
}

}  // namespace texelscope::app
