#include "app/interop/frame_runner.h"

#include <chrono>
#include <utility>

#include "app/interop/shared/last_stream_use.h"
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

FrameRunner::~FrameRunner() { wait_at_the_end(stream_); }

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
  vertices_.reset();
  undrawn_.reset();
  last_frame_.reset();
  is_aborted_ = false;
}

FrameTimes FrameRunner::run_to(std::uint64_t number, const ParameterValues& values, const Pointer& pointer) {
  FrameTimes times = pass_to(number, values, pointer);
  if (undrawn_) {
    const auto start = Clock::now();
    vertices_->draw_points(*output_, *undrawn_);
    undrawn_.reset();
    times.draw_ms += milliseconds(start, Clock::now());
  }
  return times;
}

FrameTimes FrameRunner::pass_to(std::uint64_t number, const ParameterValues& values, const Pointer& pointer) {
  if (!scene_) {
    throw gpu::InvalidState("a frame cannot run before a scene is started: call start() first");
  }
  const int width = output_->width();
  const int height = output_->height();
  std::uint64_t next = number;
  if (declaration_->has_history) {
    if (is_aborted_ || (last_frame_ && number < *last_frame_)) {
      start(*declaration_, width, height, image_);
    }
    next = last_frame_ ? *last_frame_ + 1 : 0;
  }
  FrameTimes times;
  const gpu::ObjectOrigin origin{"scene", declaration_->name};
  for (; next <= number; ++next) {
    const gpu::ObjectOrigin frame{"frame", next};
    const FrameInput input{next, width, height, pointer};
    undrawn_.reset();
    const PointFrame points = scene_->points(values);
    const FrameTimes spent = points.count > 0 ? run_vertices(input, values, points) : run_surface(input, values);
    last_frame_ = next;
    is_aborted_ = false;
    times.map_ms += spent.map_ms;
    times.draw_ms += spent.draw_ms;
    times.unmap_ms += spent.unmap_ms;
  }
  return times;
}

FrameTimes FrameRunner::run_surface(const FrameInput& input, const ParameterValues& values) {
  const auto start = Clock::now();
  const std::unique_ptr<AcquiredImages> acquired = output_->acquire(stream_);
  const auto mapped = Clock::now();
  is_aborted_ = true;
  draw(input, values, {.surface = &acquired->surface()});
  const auto drawn = Clock::now();
  acquired->release();
  return {milliseconds(start, mapped), milliseconds(mapped, drawn), milliseconds(drawn, Clock::now())};
}

FrameTimes FrameRunner::run_vertices(const FrameInput& input, const ParameterValues& values, const PointFrame& points) {
  const auto start = Clock::now();
  make_room(points.count);
  const std::unique_ptr<AcquiredVertices> acquired = vertices_->acquire(stream_);
  const auto mapped = Clock::now();
  is_aborted_ = true;
  draw(input, values, {.vertices = &acquired->buffer()});
  const auto drawn = Clock::now();
  acquired->release();
  undrawn_ = points;
  return {milliseconds(start, mapped), milliseconds(mapped, drawn), milliseconds(drawn, Clock::now())};
}

void FrameRunner::make_room(std::size_t vertices) {
  if (vertices_ && vertices_->capacity() >= vertices) {
    return;
  }
  auto larger = images_->make_vertices(vertices);
  // What the last frame scheduled may still write to those before.
  stream_.synchronize();
  recorded_.reset();
  vertices_ = std::move(larger);
}

std::uint64_t FrameRunner::Target::handle() const {
  return surface != nullptr ? surface->handle().value : vertices->handle().value;
}

void FrameRunner::draw(const FrameInput& input, const ParameterValues& values, const Target& target) {
  scene_->prepare(input, values, stream_);
  if (replay_ == FrameReplay::none) {
    schedule(input, values, target, stream_);
    return;
  }
  // What was made or mapped again may have another handle, which the recording does not know.
  const bool is_repeated = replay_ == FrameReplay::reuse && recorded_ && scene_->repeats(values) &&
                           !input.pointer.is_pressed && !recorded_->has_pointer_pressed &&
                           recorded_->target == target.handle() && recorded_->values == values;
  if (is_repeated) {
    ++repeated_frames_;
  } else {
    record(input, values, target);
  }
  recorded_->graph.launch(stream_);
}

void FrameRunner::schedule(const FrameInput& input, const ParameterValues& values, const Target& target,
                           const gpu::Stream& stream) {
  if (target.surface != nullptr) {
    scene_->draw(input, values, *target.surface, stream);
  } else {
    scene_->draw_vertices(input, values, *target.vertices, stream);
  }
}

void FrameRunner::record(const FrameInput& input, const ParameterValues& values, const Target& target) {
  if (!builder_) {
    builder_ = images_->device().create_graph_builder();
  }
  try {
    builder_->begin();
    schedule(input, values, target, *builder_);
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
  recorded_ = Recorded{graph ? *graph : builder_->complete(), values, target.handle(), input.pointer.is_pressed};
}

bool FrameRunner::is_still(const ParameterValues& values) const {
  return scene_ && !declaration_->has_history && scene_->repeats(values);
}

const SharedImage& FrameRunner::output() const {
  if (!output_) {
    throw gpu::InvalidState("there is no frame before a scene is started: call start() first");
  }
  return *output_;
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
