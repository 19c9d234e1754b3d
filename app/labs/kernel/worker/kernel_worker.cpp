#include "app/labs/kernel/worker/kernel_worker.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <optional>
#include <span>
#include <sstream>
#include <string_view>
#include <thread>
#include <utility>

#include "app/accesses/access_capture.h"
#include "app/labs/kernel/kernel_renderer.h"
#include "app/labs/kernel/worker/crash_handler.h"
#include "app/labs/kernel/worker/sandbox.h"
#include "app/labs/kernel/worker/worker_protocol.h"
#include "texelscope/gpu/error.h"
#include "texelscope/kernels/launch.h"

namespace texelscope::app {
namespace {

/// @throws gpu::InvalidArgument.
void check_descriptors() {
  struct stat control {};
  struct stat memory {};
  if (::fstat(WorkerDescriptors::control, &control) != 0 || !S_ISSOCK(control.st_mode) ||
      ::fstat(WorkerDescriptors::memory, &memory) != 0) {
    throw gpu::InvalidArgument(fmt::format(
        "{} is an internal command: texelscope runs it with a socket and shared memory", kernel_worker_command));
  }
}

/// The memory shared with the window. Never unmapped. @throws gpu::Unavailable.
std::span<std::byte> map_memory() {
  struct stat memory {};
  const bool has_size =
      ::fstat(WorkerDescriptors::memory, &memory) == 0 && memory.st_size > static_cast<off_t>(WorkerMemory::size_bytes);
  void* const bytes = has_size ? ::mmap(nullptr, static_cast<std::size_t>(memory.st_size), PROT_READ | PROT_WRITE,
                                        MAP_SHARED, WorkerDescriptors::memory, 0)
                               : MAP_FAILED;
  if (bytes == MAP_FAILED) {
    throw gpu::Unavailable(
        fmt::format("the kernel's process cannot map the window's memory of {} bytes", memory.st_size));
  }
  ::close(WorkerDescriptors::memory);
  return {static_cast<std::byte*>(bytes), static_cast<std::size_t>(memory.st_size)};
}

bool take_order(WorkerOrder& order) {
  return ::read(WorkerDescriptors::control, &order, sizeof(order)) == static_cast<ssize_t>(sizeof(order));
}

bool is_window_gone() {
  std::byte first{};
  return ::recv(WorkerDescriptors::control, &first, sizeof(first), MSG_PEEK | MSG_DONTWAIT) == 0;
}

void answer(WorkerAnswer::Kind kind, std::uint64_t number, std::string_view text) {
  WorkerAnswer sent;
  sent.kind = kind;
  sent.number = number;
  text.copy(sent.text.data(), sent.text.size());
  // A write fails only if the window no longer exists; reading the next order detects that.
  [[maybe_unused]] const ssize_t written = ::write(WorkerDescriptors::control, &sent, sizeof(sent));
}

void take_picture(KernelRenderer& renderer, const WorkerOrder& order, std::span<const std::byte> memory) {
  if (order.width == 0) {
    renderer.set_picture(order.position, nullptr);
    return;
  }
  const auto size = static_cast<std::size_t>(order.width) * static_cast<std::size_t>(order.height) *
                    static_cast<std::size_t>(order.channels) * gpu::size_bytes(order.type);
  const auto pixels = memory.subspan(order.offset, size);
  const Image image{order.width, order.height, order.channels, order.type, {pixels.begin(), pixels.end()}};
  renderer.set_picture(order.position, &image);
}

AccessCaptureOptions capture_options(const WorkerRecording& wanted) {
  AccessCaptureOptions options;
  options.recorder.max_accesses = std::size_t{1} << 19U;
  if (!wanted.is_whole) {
    options.recorder.touching = wanted.touching;
  }
  options.has_maps = wanted.is_whole;
  options.checks_hazards = wanted.is_whole;
  options.max_texture_bytes = std::size_t{48} << 20U;
  return options;
}

/// @throws gpu::Error if there is no room.
void write_recording(const AccessCapture& capture, std::span<std::byte> room) {
  std::ostringstream out;
  write_accesses(out, capture.result());
  const std::string_view bytes = out.view();
  const std::uint64_t size = bytes.size();
  if (room.size() < sizeof(size) || bytes.size() > room.size() - sizeof(size)) {
    throw gpu::Error(
        fmt::format("the recording has {} bytes, more than the {} for it; make the picture smaller and record again",
                    size, room.size()));
  }
  std::memcpy(room.data(), &size, sizeof(size));
  std::memcpy(room.data() + sizeof(size), bytes.data(), bytes.size());
}

void draw_frame(KernelRenderer& renderer, const kernels::KernelEntry& kernel, const WorkerOrder& order,
                std::span<std::byte> memory, AccessCapture* capture) {
  const auto size = static_cast<std::size_t>(order.width) * static_cast<std::size_t>(order.height) * 4;
  if (capture != nullptr) {
    capture->begin_frame(true);
  }
  renderer.begin(kernel, order.buffers, order.frame, order.width, order.height, memory.subspan(order.offset, size));
  renderer.stream().synchronize();
  if (capture != nullptr) {
    renderer.add_names(*capture, order.buffers);
    write_recording(*capture, memory.subspan(order.offset + size));
  }
  answer(WorkerAnswer::Kind::drawn, order.number, {});
}

/// Counts the threads that have arrived at a launch.
struct Meeting {
  std::atomic<int>* arrived;
  int expected;
};

/// Each call occupies its thread until every thread has received a call.
void meet(const void* kernel, const kernels::HostRange& /*range*/) {
  const Meeting& meeting = *static_cast<const Meeting*>(kernel);
  meeting.arrived->fetch_add(1);
  while (meeting.arrived->load() < meeting.expected) {
    std::this_thread::yield();
  }
}

/// Occupies each thread of the device once, so that all have started before the sandbox exists: a starting thread
/// changes its signal mask, which the sandbox refuses.
void start_threads(const KernelRenderer& renderer) {
  std::atomic<int> arrived{0};
  const Meeting meeting{&arrived, renderer.device().properties().multiprocessor_count};
  const kernels::KernelEntry entry{"meet", nullptr, meet, sizeof(meeting)};
  kernels::launch_entry(renderer.stream(), entry, {meeting.expected}, &meeting);
  renderer.stream().synchronize();
}

void obey(KernelRenderer& renderer, const kernels::KernelEntry& kernel, std::span<std::byte> memory,
          AccessCapture* capture) {
  WorkerOrder order;
  while (take_order(order)) {
    if (order.kind == WorkerOrder::Kind::picture) {
      take_picture(renderer, order, memory);
    } else {
      draw_frame(renderer, kernel, order, memory, capture);
    }
  }
}

}  // namespace

void run_kernel_worker(bool is_recording) {
  check_descriptors();
  // Outlives an error: its threads would end with system calls that the sandbox refuses.
  std::optional<KernelRenderer> renderer;
  std::optional<AccessCapture> capture;
  const auto open_device = [&] {
    gpu::DeviceOptions options;
    // Nobody reads its output.
    options.diagnostics = [](const gpu::Diagnostic&) {};
    renderer.emplace(gpu::Device::open({}, capture ? capture->device_options(std::move(options)) : options));
    start_threads(*renderer);
  };
  try {
    // Each arena reserves 64 MiB of address space, which is limited.
    ::mallopt(M_ARENA_MAX, 2);
    if (!is_recording) {
      open_device();
    }
    if (WorkerOrder load; !take_order(load)) {
      // No kernel was received.
      end_this_process();
    }
    const std::span<std::byte> memory = map_memory();
    auto& header = *reinterpret_cast<WorkerMemory*>(memory.data());
    const std::uint64_t allowed_bytes = header.allowed_bytes;
    if (is_recording) {
      capture.emplace(capture_options(header.recording));
      open_device();
    }
    install_crash_handlers(header.report);
    limit_this_process(allowed_bytes);
    if (is_window_gone()) {
      // The window ended before this process was set to end with it.
      end_this_process();
    }
    refuse_system_calls();
    void* const module = load_guarded_module(WorkerDescriptors::module);
    kernels::KernelEntry kernel = guarded_entry(module);
    kernel.is_recordable = is_recording && gpu::record_module(module);
    obey(*renderer, kernel, memory, capture ? &*capture : nullptr);
  } catch (const std::exception& error) {
    answer(WorkerAnswer::Kind::failed, 0, error.what());
  }
  // Nothing else may run here: the kernel may have changed objects that would be destroyed.
  end_this_process();
}

}  // namespace texelscope::app
