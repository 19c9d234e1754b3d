#include "app/interop/frame_runner.h"

#include <chrono>
#include <utility>

#include "app/interop/shared_gl_image.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/object_origin.h"

namespace texelscope::app {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::time_point start, Clock::time_point end) {
  return std::chrono::duration<double, std::milli>(end - start).count();
}

}  // namespace

FrameRunner::FrameRunner(std::shared_ptr<const ImageSharing> images, FrameReplay replay)
    : images_{std::move(images)}, replay_{replay}, stream_{images_->device().create_stream()} {}

FrameRunner::FrameRunner(const gpu::GLContext& context, FrameReplay replay)
    : FrameRunner(share_gl_images(context), replay) {}

FrameRunner::~FrameRunner() {
  try {
    stream_.synchronize();
  } catch (const gpu::Error& error) {
    images_->device().report({gpu::Diagnostic::Severity::error, error.what()});
  }
}

void FrameRunner::start(const SceneDeclaration& declaration, int width, int height,
                        std::shared_ptr<const Image> image) {
  const gpu::ObjectOrigin origin{"scene", declaration.name};
  std::unique_ptr<Scene> scene = declaration.make({images_->device(), stream_, width, height, image});
  auto output = images_->make_image(scene->format(), width, height);
  // What the running scene owns may still be read by its last frame.
  stream_.synchronize();
  recorded_.reset();
  declaration_ = &declaration;
  image_ = std::move(image);
  scene_ = std::move(scene);
  output_ = std::move(output);
  last_frame_.reset();
  is_broken_off_ = false;
}

FrameTimes FrameRunner::run_to(std::uint64_t number, const ParameterValues& values, const Pointer& pointer) {
  if (!scene_) {
    throw gpu::InvalidState("a frame cannot run before a scene is started: call start() first");
  }
  const int width = output_->width();
  const int height = output_->height();
  std::uint64_t next = number;
  if (declaration_->has_history) {
    if (is_broken_off_ || (last_frame_ && number < *last_frame_)) {
      start(*declaration_, width, height, image_);
    }
    next = last_frame_ ? *last_frame_ + 1 : 0;
  }
  FrameTimes times;
  const gpu::ObjectOrigin origin{"scene", declaration_->name};
  for (; next <= number; ++next) {
    const gpu::ObjectOrigin frame{"frame", next};
    const auto start = Clock::now();
    const std::unique_ptr<LentImages> lent = output_->lend(stream_);
    const auto mapped = Clock::now();
    is_broken_off_ = true;
    draw({next, width, height, pointer}, values, lent->surface());
    const auto drawn = Clock::now();
    lent->give_back();
    const auto unmapped = Clock::now();
    last_frame_ = next;
    is_broken_off_ = false;
    times.map_ms += milliseconds(start, mapped);
    times.draw_ms += milliseconds(mapped, drawn);
    times.unmap_ms += milliseconds(drawn, unmapped);
  }
  return times;
}

void FrameRunner::draw(const FrameInput& input, const ParameterValues& values, const gpu::SurfaceObject& output) {
  scene_->prepare(input, values, stream_);
  if (replay_ == FrameReplay::none) {
    scene_->draw(input, values, output, stream_);
    return;
  }
  // A surface that was made again has another handle, which the recording does not know.
  const bool is_repeated = replay_ == FrameReplay::reuse && recorded_ && scene_->repeats(values) &&
                           !input.pointer.is_pressed && !recorded_->has_pointer_pressed &&
                           recorded_->surface == output.handle() && recorded_->values == values;
  if (is_repeated) {
    ++repeated_frames_;
  } else {
    record(input, values, output);
  }
  recorded_->graph.launch(stream_);
}

void FrameRunner::record(const FrameInput& input, const ParameterValues& values, const gpu::SurfaceObject& output) {
  if (!builder_) {
    builder_ = images_->device().create_graph_builder();
  }
  try {
    builder_->begin();
    scene_->draw(input, values, output, *builder_);
    builder_->end();
  } catch (...) {
    // Half a frame is thrown away with its builder.
    recorded_.reset();
    builder_.reset();
    throw;
  }
  std::optional<gpu::Graph> graph;
  if (recorded_) {
    graph = recorded_->graph;
    recorded_.reset();
    try {
      graph->update(*builder_);
    } catch (const gpu::DriverError& error) {
      if (error.status() != gpu::Status::graph_exec_update_failure) {
        throw;
      }
      // A frame of other calls, as when the mouse paints.
      graph.reset();
    }
  }
  recorded_ = Recorded{graph ? *graph : builder_->complete(), values, output.handle(), input.pointer.is_pressed};
}

const SharedImage& FrameRunner::output() const {
  if (!output_) {
    throw gpu::InvalidState("there is no frame before a scene is started: call start() first");
  }
  return *output_;
}

const render::gl::Texture& FrameRunner::texture() const {
  const auto* const image = dynamic_cast<const SharedGLImage*>(&output());
  if (image == nullptr) {
    throw gpu::InvalidState("the frame is no GL texture: it was made with another renderer; use output()");
  }
  return image->texture();
}

Image FrameRunner::read_frame() const {
  const SharedImage& from = output();
  Image image{from.width(),
              from.height(),
              4,
              from.format() == FrameFormat::rgba8 ? gpu::DataType::uint8 : gpu::DataType::float32,
              {}};
  image.pixels.resize(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) * 4 *
                      gpu::size_bytes(image.type));
  from.read(image.pixels);
  return image;
}

}  // namespace texelscope::app
