#include "app/labs/kernel/kernel_runner.h"

#include <fmt/format.h>

#include <algorithm>
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

namespace texelscope::app {
namespace {

/// Of each processor for one frame, when nobody looks whether it comes to its end.
constexpr int frame_seconds = 20;
/// Room for frames as large as most windows: a process is started again for more.
constexpr std::size_t min_frame_bytes = std::size_t{1} << 25;
constexpr std::chrono::milliseconds interrupt_time{300};

/// The picture that texts read where none is opened: squares over a gradient.
Image squares_picture() {
  constexpr int side = 256;
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
  // What a kernel that ended its device leaves behind cannot be given back properly; the lab says why.
  options.diagnostics = [](const gpu::Diagnostic&) {};
  return options;
}

std::size_t rgba8_bytes(int width, int height) {
  return static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4;
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

KernelRunner::~KernelRunner() { stop_.request_stop(); }

void KernelRunner::set_picture(const std::shared_ptr<const Image>& picture) {
  if (has_picture_ && picture == picture_) {
    return;
  }
  Image image = with_array_channels(picture ? *picture : squares_picture());
  if (renderer_) {
    renderer_->set_picture(image);
  } else {
    array_picture_ = std::move(image);
    is_picture_sent_ = false;
  }
  picture_ = picture;
  has_picture_ = true;
}

void KernelRunner::prepare() {
  if (!renderer_ && !(next_worker_ && next_worker_->is_waiting())) {
    next_worker_ = std::make_unique<WorkerProcess>(own_program(), longest_pause_);
  }
}

void KernelRunner::make_worker(const KernelProgram& program, std::size_t frame_bytes) {
  const std::size_t picture_bytes = array_picture_->pixels.size();
  const bool is_same = program_ && program_->code == program.code;
  if (worker_ && is_same && worker_->has_room(picture_bytes, frame_bytes) && worker_->renew()) {
    return;
  }
  worker_.reset();
  prepare();
  worker_ = std::move(next_worker_);
  worker_->load(program.code->binary, picture_bytes, std::max(frame_bytes, min_frame_bytes));
  is_picture_sent_ = false;
}

void KernelRunner::begin_here(const KernelProgram& program, const KernelFrame& frame, int width, int height) {
  if (!pixels_ || width != width_ || height != height_) {
    pixels_ = device_.allocate_pinned(rgba8_bytes(width, height));
  }
  auto* const bytes = reinterpret_cast<std::byte*>(pixels_->handle().value);
  renderer_->begin(program.loaded->kernel(kernel_entry_name).entry(), frame, width, height,
                   {bytes, rgba8_bytes(width, height)});
}

void KernelRunner::begin(const KernelProgram& program, const KernelFrame& frame, int width, int height) {
  if (renderer_) {
    begin_here(program, frame, width, height);
  } else {
    make_worker(program, rgba8_bytes(width, height));
    if (!std::exchange(is_picture_sent_, true)) {
      worker_->set_picture(*array_picture_);
    }
    worker_->begin_frame(frame, width, height, frame_seconds);
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
    // Its device has failed: nothing runs there any more.
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
  // A kernel writes any alpha, and what lies behind the picture is none of it.
  return std::make_shared<const Image>(opaque_image(std::move(image)));
}

void KernelRunner::end_kernel() {
  if (is_drawing_ && !crash_.valid()) {
    worker_->interrupt(interrupt_time);
    read_crash();
  }
}

}  // namespace texelscope::app
