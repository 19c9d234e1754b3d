#include "app/labs/kernel/kernel_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstring>
#include <exception>
#include <span>
#include <thread>
#include <utility>

#include "app/files/abandoned_tasks.h"
#include "app/files/child_process.h"
#include "app/images/image_convert.h"
#include "app/labs/kernel/worker/crash_message.h"
#include "texelscope/kernels/occupancy.h"

namespace texelscope::app {
namespace {

/// CPU seconds per processor for one frame while nothing monitors its progress.
constexpr int frame_seconds = 20;
/// Room for frames as large as most windows: a larger frame restarts the process.
constexpr std::size_t min_frame_bytes = std::size_t{1} << 25;
constexpr std::chrono::milliseconds interrupt_time{300};
/// A recorded frame takes up to 30 times as long as another.
constexpr std::chrono::seconds longest_recording{300};

/// The image that kernels read when no picture is open: squares over a gradient.
constexpr int side_of_squares = 256;

Image squares_picture() {
  constexpr int side = side_of_squares;
  Image image{side, side, 4, gpu::DataType::uint8, std::vector<std::byte>(std::size_t{side} * side * 4)};
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const bool is_light = (x / 32 + y / 32) % 2 == 0;
      std::byte* const pixel = &image.pixels[(static_cast<std::size_t>(y) * side + static_cast<std::size_t>(x)) * 4];
      pixel[0] = static_cast<std::byte>(is_light ? x : x / 3);
      pixel[1] = static_cast<std::byte>(is_light ? y : y / 3);
      pixel[2] = static_cast<std::byte>(is_light ? 160 : 70);
      pixel[3] = std::byte{255};
    }
  }
  return image;
}

gpu::DeviceOptions silent_options() {
  gpu::DeviceOptions options;
  // Objects of a failed device cannot be destroyed properly; the lab reports the reason.
  options.diagnostics = [](const gpu::Diagnostic&) {};
  return options;
}

/// A device with a recorder compiles kernels for recording.
gpu::DeviceOptions recording_options() {
  gpu::DeviceOptions options = silent_options();
  options.access_recorder = std::make_shared<gpu::AccessRecorder>(gpu::AccessRecorderOptions{});
  return options;
}

std::size_t rgba8_bytes(int width, int height) {
  return static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4;
}

/// Buffer memory for a frame of this size: for each buffer two arrays of four floats per pixel, and a third array while
/// the initial zeros are written.
std::size_t buffer_bytes_for(unsigned buffers, std::size_t frame_bytes) {
  constexpr std::size_t arrays = 3;
  constexpr std::size_t frames_of_array = 4;
  return static_cast<std::size_t>(std::popcount(buffers)) * arrays * frames_of_array * frame_bytes;
}

}  // namespace

KernelCrash::KernelCrash(gpu::CompileMessage message)
    : gpu::Error{message.line == 0 ? fmt::format("the kernel {}", message.text)
                                   : fmt::format("line {}: {}", message.line, message.text)},
      message_{std::move(message)} {}

KernelRunner::KernelRunner(gpu::DeviceId id, KernelPlace place, std::chrono::milliseconds longest_pause)
    : place_{place}, longest_pause_{longest_pause}, device_{gpu::Device::open(id, silent_options())} {
  compiler_.emplace(device_);
  if (place_ == KernelPlace::this_process) {
    renderer_.emplace(device_);
  }
}

KernelRunner::KernelRunner(gpu::DeviceId id, const WorkerRecording& recording)
    : place_{KernelPlace::own_process},
      longest_pause_{longest_recording},
      recording_{recording},
      device_{gpu::Device::open(id, recording_options())} {
  compiler_.emplace(device_);
}

KernelRunner::~KernelRunner() { stop_.request_stop(); }

std::optional<KernelCost> KernelRunner::cost(const KernelProgram& program) const {
  // Blocks of a launch over a picture.
  constexpr int threads = 256;
  if (!program.loaded || device_.id().kind == gpu::DeviceKind::cpu) {
    return std::nullopt;
  }
  const gpu::RuntimeKernel kernel = program.loaded->kernel(kernel_entry_name);
  return KernelCost{kernel.attributes(), threads,
                    kernels::max_active_blocks(renderer_->stream(), kernel.entry(), threads, 0)};
}

void KernelRunner::set_picture(std::size_t position, const std::shared_ptr<const Image>& image) {
  Picture& picture = pictures_.at(position);
  if (picture.is_set && image == picture.image) {
    return;
  }
  std::optional<Image> array_image;
  if (image || position == 0) {
    array_image = with_array_channels(with_float_numbers(image ? *image : squares_picture()));
  }
  if (renderer_) {
    renderer_->set_picture(position, array_image ? &*array_image : nullptr);
    array_image.reset();
  }
  picture = {image, true, std::move(array_image), false};
}

void KernelRunner::prepare() {
  if (!renderer_ && !(next_worker_ && next_worker_->is_waiting())) {
    next_worker_ = std::make_unique<WorkerProcess>(own_program(), longest_pause_, recording_);
  }
}

void KernelRunner::make_worker(const KernelProgram& program, std::size_t frame_bytes) {
  std::size_t picture_bytes = 0;
  for (const Picture& picture : pictures_) {
    picture_bytes += picture.array_image ? WorkerProcess::picture_room(*picture.array_image) : 0;
  }
  const bool is_same = program_ && program_->code == program.code;
  if (worker_ && is_same && worker_->has_room(picture_bytes, frame_bytes) && worker_->renew()) {
    return;
  }
  worker_.reset();
  prepare();
  worker_ = std::move(next_worker_);
  const std::size_t room = std::max(frame_bytes, min_frame_bytes);
  worker_->load(program.code->binary, picture_bytes, room, buffer_bytes_for(program.buffers, room));
  for (Picture& picture : pictures_) {
    picture.is_sent = false;
  }
}

void KernelRunner::send_pictures() {
  std::size_t offset = 0;
  for (std::size_t i = 0; i < pictures_.size(); ++i) {
    Picture& picture = pictures_[i];
    const Image* const image = picture.array_image ? &*picture.array_image : nullptr;
    if (!std::exchange(picture.is_sent, true)) {
      worker_->set_picture(i, image, offset);
    }
    offset += image != nullptr ? WorkerProcess::picture_room(*image) : 0;
  }
}

void KernelRunner::begin_here(const KernelProgram& program, const KernelFrame& frame, int width, int height) {
  if (!pixels_ || width != width_ || height != height_) {
    pixels_ = device_.allocate_pinned(rgba8_bytes(width, height));
  }
  auto* const bytes = reinterpret_cast<std::byte*>(pixels_->handle().value);
  renderer_->begin(program.loaded->kernel(kernel_entry_name).entry(), program.buffers, frame, width, height,
                   {bytes, rgba8_bytes(width, height)});
}

void KernelRunner::begin(const KernelProgram& program, const KernelFrame& wanted, int width, int height) {
  KernelFrame frame = wanted;
  const std::shared_ptr<const Image>& image = pictures_[0].image;
  frame.image_width = image ? image->width : side_of_squares;
  frame.image_height = image ? image->height : side_of_squares;
  if (renderer_) {
    begin_here(program, frame, width, height);
  } else {
    make_worker(program, rgba8_bytes(width, height));
    send_pictures();
    worker_->begin_frame(frame, program.buffers, width, height,
                         recording_ ? static_cast<int>(longest_recording.count()) : frame_seconds);
  }
  program_ = program;
  width_ = width;
  height_ = height;
  is_drawing_ = true;
}

bool KernelRunner::finish(std::chrono::duration<double> most) const {
  const auto end = std::chrono::steady_clock::now() + most;
  try {
    while (renderer_ && is_drawing_ && !renderer_->stream().is_done()) {
      if (std::chrono::steady_clock::now() >= end) {
        return false;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
  } catch (const gpu::Error&) {
    // Nothing is running on a device that has failed.
  }
  return true;
}

void KernelRunner::read_crash() {
  crash_ = std::async(std::launch::async, [this, stop = stop_.get_token()] {
    return crash_message(worker_->report(), worker_->ending_signal(), worker_->module_path(), program_->name, stop);
  });
}

bool KernelRunner::is_drawn() {
  if (renderer_) {
    return renderer_->stream().is_done();
  }
  if (!crash_.valid()) {
    const WorkerProcess::Progress progress = worker_->progress();
    if (progress == WorkerProcess::Progress::ended) {
      read_crash();
    }
    return progress == WorkerProcess::Progress::drawn;
  }
  if (is_ready(crash_)) {
    throw KernelCrash(crash_.get());
  }
  return false;
}

std::shared_ptr<const Image> KernelRunner::take_frame() {
  if (!is_drawing_ || !is_drawn()) {
    return nullptr;
  }
  is_drawing_ = false;
  Image image = rgba8_image(width_, height_);
  const void* const pixels =
      renderer_ ? reinterpret_cast<const void*>(pixels_->handle().value) : worker_->pixels(image.pixels.size()).data();
  std::memcpy(image.pixels.data(), pixels, image.pixels.size());
  // A kernel may write any alpha, but the background must not show through.
  return std::make_shared<const Image>(opaque_image(std::move(image)));
}

RecordedAccesses KernelRunner::recording(const std::stop_token& stop) const {
  // Otherwise, it could change the recording while that is read.
  worker_->end();
  RecordedAccesses recorded = read_accesses(worker_->recording(rgba8_bytes(width_, height_)), "of the kernel");
  find_lines(recorded.recording.sites, worker_->module_path(), program_->name, stop);
  return recorded;
}

void KernelRunner::end_kernel() {
  if (is_drawing_ && !crash_.valid()) {
    worker_->interrupt(interrupt_time);
    read_crash();
  }
}

}  // namespace texelscope::app
