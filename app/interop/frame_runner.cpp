#include "app/interop/frame_runner.h"

#include <fmt/format.h>

#include <bit>
#include <chrono>
#include <span>
#include <thread>
#include <utility>

#include "app/interop/shared/last_stream_use.h"
#include "app/texture/sample_texture.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/named_range.h"
#include "texelscope/gpu/object_origin.h"

namespace texelscope::app {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::time_point start, Clock::time_point end) {
  return std::chrono::duration<double, std::milli>(end - start).count();
}

}  // namespace

FrameRunner::FrameRunner(std::shared_ptr<const ImageSharing> images, FrameReplay replay)
    : images_{std::move(images)}, replay_{replay}, stream_{images_->device().create_stream("scene")} {}

FrameRunner::~FrameRunner() { wait_at_the_end(stream_); }

void FrameRunner::start(const SceneDeclaration& declaration, int width, int height,
                        std::shared_ptr<const Image> image) {
  const gpu::ObjectOrigin origin{"scene", declaration.name};
  in_flight_.reset();
  std::unique_ptr<Scene> scene = declaration.make({images_->device(), stream_, width, height, image});
  auto next = images_->make_image(scene->format(), width, height);
  // The running scene's last frame may still read its objects.
  stream_.synchronize();
  recorded_.reset();
  declaration_ = &declaration;
  width_ = width;
  height_ = height;
  image_ = std::move(image);
  scene_ = std::move(scene);
  next_ = std::move(next);
  if (!output_) {
    show_next();
  }
  vertices_.reset();
  undrawn_.reset();
  last_frame_.reset();
  is_aborted_ = false;
}

FrameTimes FrameRunner::run_to(std::uint64_t number, const ParameterValues& values, const Pointer& pointer) {
  FrameTimes times = pass_to(number, values, pointer);
  times.draw_ms += draw_points();
  return times;
}

FrameTimes FrameRunner::pass_to(std::uint64_t number, const ParameterValues& values, const Pointer& pointer) {
  in_flight_.reset();
  std::uint64_t next = next_frame(number);
  if (next_) {
    output_.reset();
    show_next();
  }
  FrameTimes times;
  for (; next <= number; ++next) {
    const FrameTimes spent = release(schedule_frame(next, values, pointer, *output_, nullptr));
    times.map_ms += spent.map_ms;
    times.draw_ms += spent.draw_ms;
    times.unmap_ms += spent.unmap_ms;
  }
  return times;
}

void FrameRunner::begin(std::uint64_t number, const ParameterValues& values, const Pointer& pointer) {
  if (in_flight_) {
    throw gpu::InvalidState(fmt::format("frame {} cannot begin while frame {} is in flight; call complete_by() first",
                                        number, in_flight_->number));
  }
  const std::uint64_t next = next_frame(number);
  const gpu::Device& device = images_->device();
  if (!marks_) {
    marks_ = {device.create_event({.has_timing = true}), device.create_event({.has_timing = true})};
  }
  if (!next_ && scene_->points(values).count == 0) {
    next_ = images_->make_image(scene_->format(), width_, height_);
  }
  in_flight_ = schedule_frame(next, values, pointer, next_ ? *next_ : *output_, &*marks_);
}

std::optional<FrameTimes> FrameRunner::complete_by(Clock::time_point deadline) {
  if (!in_flight_) {
    return std::nullopt;
  }
  try {
    while (!marks_->done.is_done()) {
      if (Clock::now() >= deadline) {
        return std::nullopt;
      }
      std::this_thread::sleep_for(std::chrono::microseconds{100});
    }
    FrameTimes times = release(*std::exchange(in_flight_, std::nullopt));
    times.kernel_ms = gpu::elapsed_ms(marks_->begun, marks_->done);
    if (next_) {
      show_next();
    }
    times.draw_ms += draw_points();
    return times;
  } catch (...) {
    in_flight_.reset();
    throw;
  }
}

std::uint64_t FrameRunner::next_frame(std::uint64_t number) {
  if (!scene_) {
    throw gpu::InvalidState("no scene is started; call start() before running a frame");
  }
  if (!declaration_->has_history) {
    return number;
  }
  if (is_aborted_ || (last_frame_ && number < *last_frame_)) {
    start(*declaration_, width_, height_, image_);
  }
  return last_frame_ ? *last_frame_ + 1 : 0;
}

FrameRunner::Scheduled FrameRunner::schedule_frame(std::uint64_t number, const ParameterValues& values,
                                                   const Pointer& pointer, SharedImage& target, const Marks* marks) {
  const gpu::ObjectOrigin origin{"scene", declaration_->name};
  const gpu::ObjectOrigin frame_origin{"frame", number};
  const gpu::NamedRange range{images_->device(), fmt::format("{} frame {}", declaration_->name, number)};
  undrawn_.reset();
  const auto start = Clock::now();
  Scheduled frame;
  frame.number = number;
  frame.points = scene_->points(values);
  Target written;
  if (frame.points.count > 0) {
    make_room(frame.points.count);
    frame.vertices = vertices_->acquire(stream_);
    written.vertices = &frame.vertices->buffer();
  } else {
    frame.image = target.acquire(stream_);
    written.surface = &frame.image->surface();
  }
  last_surface_ = written.surface != nullptr ? written.surface->handle() : gpu::SurfaceHandle{};
  const auto mapped = Clock::now();
  is_aborted_ = true;
  if (marks != nullptr) {
    stream_.record(marks->begun);
  }
  draw({number, width_, height_, pointer}, values, written);
  if (marks != nullptr) {
    stream_.record(marks->done);
  }
  frame.times.map_ms = milliseconds(start, mapped);
  frame.times.draw_ms = milliseconds(mapped, Clock::now());
  return frame;
}

FrameTimes FrameRunner::release(Scheduled frame) {
  const auto start = Clock::now();
  if (frame.vertices) {
    frame.vertices->release();
    undrawn_ = frame.points;
  } else {
    frame.image->release();
  }
  frame.times.unmap_ms = milliseconds(start, Clock::now());
  last_frame_ = frame.number;
  is_aborted_ = false;
  return frame.times;
}

double FrameRunner::draw_points() {
  if (!undrawn_) {
    return 0;
  }
  const auto start = Clock::now();
  vertices_->draw_points(*output_, *undrawn_);
  undrawn_.reset();
  return milliseconds(start, Clock::now());
}

void FrameRunner::show_next() {
  const FrameFormat former = std::exchange(format_, scene_->format());
  is_premultiplied_ = image_ != nullptr && image_->is_premultiplied;
  std::swap(output_, next_);
  if (next_ && (next_->width() != width_ || next_->height() != height_ || former != format_)) {
    next_.reset();
  }
}

void FrameRunner::make_room(std::size_t vertices) {
  if (vertices_ && vertices_->capacity() >= vertices) {
    return;
  }
  auto larger = images_->make_vertices(vertices);
  // Work of the last frame may still write to the previous objects.
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
  // Re-created or remapped objects may have handles other than those in the recording.
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
    // A partially recorded frame is discarded with its builder.
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
      // This frame makes different calls, as when the mouse paints.
      graph.reset();
    }
  }
  recorded_ = Recorded{graph ? *graph : builder_->complete(), values, target.handle(), input.pointer.is_pressed};
}

std::optional<std::array<float, 4>> FrameRunner::sampled(const ParameterValues& values, int x, int y) const {
  if (!scene_ || is_in_flight() || !last_frame_) {
    return std::nullopt;
  }
  const std::optional<PixelFetch> pixel = scene_->fetch_of({*last_frame_, width_, height_, {}}, values, x, y);
  if (!pixel) {
    return std::nullopt;
  }
  return std::bit_cast<std::array<float, 4>>(
      sample_texture(pixel->texture, ResultKind::floats, std::span{&pixel->fetch, 1}, stream_).front());
}

bool FrameRunner::is_still(const ParameterValues& values) const {
  return scene_ && !declaration_->has_history && scene_->repeats(values);
}

const SharedImage& FrameRunner::output() const {
  if (!output_) {
    throw gpu::InvalidState("no scene is started, so there is no frame; call start() first");
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
  image.is_premultiplied = is_premultiplied_;
  return image;
}

}  // namespace texelscope::app
