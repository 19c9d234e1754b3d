#include "app/labs/kernel/worker/worker_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "app/files/child_process.h"
#include "app/text/escape.h"
#include "gpu/files/spawned_process.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

/// Bytes that a kernel may allocate for itself.
constexpr std::uint64_t kernel_bytes = std::uint64_t{1} << 30;
/// The time limit for a report of the kernel's position.
constexpr std::chrono::milliseconds report_time{300};

[[noreturn]] void refuse_start(const char* what, int error) {
  throw ChildError(fmt::format("cannot start the kernel's process: {}: {}", what, std::strerror(error)));
}

/// A number above all descriptors of the worker, so that none is replaced before it is copied.
gpu::FileDescriptor moved_up(int number, const char* what) {
  const gpu::FileDescriptor made{number};
  const int moved = number < 0 ? -1 : ::fcntl(number, F_DUPFD_CLOEXEC, 16);
  if (moved < 0) {
    refuse_start(what, errno);
  }
  return gpu::FileDescriptor{moved};
}

/// Anonymous memory with a descriptor, initially without a size.
gpu::FileDescriptor make_memory(const char* name) {
  return moved_up(::memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING), "memfd_create");
}

/// Its size is fixed from now on.
void seal(const gpu::FileDescriptor& memory, int seals) {
  if (::fcntl(memory.number(), F_ADD_SEALS, seals | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    refuse_start("F_ADD_SEALS", errno);
  }
}

void write_module(const gpu::FileDescriptor& module, std::span<const std::byte> bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    // The file offset stays at the start, where the loader reads.
    const ssize_t written =
        ::pwrite(module.number(), bytes.data() + done, bytes.size() - done, static_cast<off_t>(done));
    if (written <= 0) {
      refuse_start("pwrite", errno);
    }
    done += static_cast<std::size_t>(written);
  }
  seal(module, F_SEAL_WRITE);
}

std::span<std::byte> map_frames(const gpu::FileDescriptor& frames, std::size_t size) {
  if (::ftruncate(frames.number(), static_cast<off_t>(size)) != 0) {
    refuse_start("ftruncate", errno);
  }
  seal(frames, 0);
  void* const bytes = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, frames.number(), 0);
  if (bytes == MAP_FAILED) {
    refuse_start("mmap", errno);
  }
  return {static_cast<std::byte*>(bytes), size};
}

/// Kernels receive none of the user's secrets, only the variables that locate libraries and this program's own.
std::vector<std::string> worker_environment() {
  constexpr std::array<std::string_view, 5> kept{"LD_LIBRARY_PATH=", "TEXELSCOPE_",
                                                 "ASAN_OPTIONS=", "TSAN_OPTIONS=", "LSAN_OPTIONS="};
  std::vector<std::string> variables = gpu::own_environment();
  std::erase_if(variables, [&](const std::string& variable) {
    return std::ranges::none_of(kept, [&](std::string_view start) { return variable.starts_with(start); });
  });
  return variables;
}

pid_t spawn(const std::filesystem::path& program, const gpu::FileDescriptor& control, const gpu::FileDescriptor& memory,
            const gpu::FileDescriptor& module, bool is_recording) {
  gpu::SpawnFiles files;
  files.open("/dev/null", O_RDONLY, STDIN_FILENO);
  files.open("/dev/null", O_WRONLY, STDOUT_FILENO);
  files.duplicate(STDOUT_FILENO, STDERR_FILENO);
  files.duplicate(control.number(), WorkerDescriptors::control);
  files.duplicate(memory.number(), WorkerDescriptors::memory);
  files.duplicate(module.number(), WorkerDescriptors::module);
  files.close_from(WorkerDescriptors::module + 1);
  try {
    // A separate process group, because Ctrl+C in the window's terminal is meant for the window. This process ends with
    // the window anyway.
    std::vector<std::string> arguments{std::string{kernel_worker_command}};
    if (is_recording) {
      arguments.emplace_back("--record");
    }
    return gpu::spawn({program, arguments, worker_environment(), gpu::ProcessGroup::own}, files);
  } catch (const std::system_error& error) {
    refuse_start(program.c_str(), error.code().value());
  }
}

std::size_t whole_pages(std::size_t size) { return (size + 4095) / 4096 * 4096; }

}  // namespace

WorkerProcess::WorkerProcess(const std::filesystem::path& program, std::chrono::milliseconds longest_pause,
                             const std::optional<WorkerRecording>& recording)
    : recording_{recording},
      module_{make_memory("texelscope-kernel")},
      frames_{make_memory("texelscope-frames")},
      longest_pause_{longest_pause},
      end_of_pause_{std::chrono::steady_clock::now() + longest_pause} {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    refuse_start("socketpair", errno);
  }
  control_ = gpu::FileDescriptor{ends[0]};
  const gpu::FileDescriptor control_of_worker = moved_up(ends[1], "fcntl");
  process_ = spawn(program, control_of_worker, frames_, module_, recording_.has_value());
  is_alive_ = true;
  try {
    watcher_ = std::jthread{[this](const std::stop_token& stop) { watch(stop); }};
  } catch (...) {
    end();
    throw;
  }
}

WorkerProcess::~WorkerProcess() {
  end();
  watcher_ = {};
  if (!memory_.empty()) {
    ::munmap(memory_.data(), memory_.size());
  }
}

void WorkerProcess::load(std::span<const std::byte> module, std::size_t picture_bytes, std::size_t frame_bytes,
                         std::size_t buffer_bytes) {
  const std::scoped_lock lock{mutex_};
  picture_bytes_ = whole_pages(picture_bytes);
  frame_bytes_ = whole_pages(frame_bytes + (recording_ ? WorkerRecording::room_bytes : 0));
  write_module(module_, module);
  memory_ = map_frames(frames_, WorkerMemory::size_bytes + picture_bytes_ + frame_bytes_);
  auto* const written = new (memory_.data()) WorkerMemory;
  // Room for an image as received and as an array, and for a frame as an array and its staging buffer.
  written->allowed_bytes = kernel_bytes + 3 * (picture_bytes_ + frame_bytes_) + buffer_bytes;
  if (recording_) {
    written->recording = *recording_;
  }
  send({.kind = WorkerOrder::Kind::load, .frame = {}});
}

bool WorkerProcess::is_waiting() {
  const std::scoped_lock lock{mutex_};
  std::byte first{};
  // Before its first order, the process reports only that it cannot draw.
  return is_alive_ && ::recv(control_.number(), &first, sizeof(first), MSG_PEEK | MSG_DONTWAIT) < 0;
}

void WorkerProcess::watch(const std::stop_token& stop) {
  std::unique_lock lock{mutex_};
  while (is_alive_ && !stop.stop_requested()) {
    // A copy, because an order can change the deadline during this wait, which reads its argument without the lock.
    const auto end = end_of_pause_;
    is_stopped_.wait_until(lock, stop, end, [] { return false; });
    if (is_alive_ && std::chrono::steady_clock::now() >= end_of_pause_) {
      end_by_pause();
    }
  }
}

void WorkerProcess::end_by_pause() {
  std::byte first{};
  const bool is_answered =
      !is_drawing_ || ::recv(control_.number(), &first, sizeof(first), MSG_PEEK | MSG_DONTWAIT) > 0;
  if (is_answered) {
    is_paused_too_long_ = true;
    end_process();
  } else {
    interrupt_process(report_time);
  }
}

bool WorkerProcess::renew() {
  const std::scoped_lock lock{mutex_};
  end_of_pause_ = std::chrono::steady_clock::now() + longest_pause_;
  return !is_paused_too_long_;
}

void WorkerProcess::end() noexcept {
  const std::scoped_lock lock{mutex_};
  end_process();
}

void WorkerProcess::end_process() noexcept {
  if (!std::exchange(is_alive_, false)) {
    return;
  }
  ::kill(process_, SIGKILL);
  int status = 0;
  pid_t found = 0;
  do {
    found = ::waitpid(process_, &status, 0);
  } while (found < 0 && errno == EINTR);
  ending_signal_ = found == process_ && WIFSIGNALED(status) ? WTERMSIG(status) : SIGKILL;
}

void WorkerProcess::end_for_false_answer() noexcept {
  end_process();
  header().report.address_count = 0;
  header().report.kind = CrashKind::false_answer;
}

void WorkerProcess::send(const WorkerOrder& order) {
  if (!is_alive_) {
    return;
  }
  const ssize_t sent = ::send(control_.number(), &order, sizeof(order), MSG_NOSIGNAL | MSG_DONTWAIT);
  // If the process has ended, progress() reports its earlier answers.
  if (sent < 0 && errno == EAGAIN) {
    // A full socket means that the process has answered orders without reading them.
    end_for_false_answer();
  }
}

std::size_t WorkerProcess::picture_room(const Image& image) {
  constexpr std::size_t alignment = 64;
  return (image.pixels.size() + alignment - 1) / alignment * alignment;
}

void WorkerProcess::set_picture(std::size_t position, const Image* image, std::size_t offset) {
  const std::scoped_lock lock{mutex_};
  WorkerOrder order{.kind = WorkerOrder::Kind::picture,
                    .position = static_cast<std::uint32_t>(position),
                    .frame = {},
                    .offset = WorkerMemory::size_bytes + offset};
  if (image != nullptr) {
    std::memcpy(memory_.data() + order.offset, image->pixels.data(), image->pixels.size());
    order.width = image->width;
    order.height = image->height;
    order.channels = image->channels;
    order.type = image->type;
  }
  send(order);
}

void WorkerProcess::begin_frame(const KernelFrame& frame, unsigned buffers, int width, int height, int seconds) {
  const std::scoped_lock lock{mutex_};
  clockid_t clock{};
  timespec used{};
  if (is_alive_ && ::clock_getcpuclockid(process_, &clock) == 0 && ::clock_gettime(clock, &used) == 0) {
    const auto processors = static_cast<std::uint64_t>(std::max(1U, std::thread::hardware_concurrency()));
    // Only the soft limit, since raising a hard limit again for the next frame requires privileges. A kernel can block
    // the limit's signal with a forged return from a signal handler; then the pause between orders ends it.
    const rlimit limit{static_cast<rlim_t>(used.tv_sec) + 1 + static_cast<rlim_t>(seconds) * processors, RLIM_INFINITY};
    static_cast<void>(::prlimit(process_, RLIMIT_CPU, &limit, nullptr));
  }
  end_of_pause_ = std::chrono::steady_clock::now() + longest_pause_;
  is_drawing_ = true;
  send({.kind = WorkerOrder::Kind::frame,
        .number = ++frame_number_,
        .width = width,
        .height = height,
        .buffers = buffers,
        .frame = frame,
        .offset = WorkerMemory::size_bytes + picture_bytes_});
}

WorkerProcess::Progress WorkerProcess::progress() {
  const std::scoped_lock lock{mutex_};
  if (!is_alive_ && !is_paused_too_long_) {
    return Progress::ended;
  }
  WorkerAnswer answer;
  const ssize_t received = ::recv(control_.number(), &answer, sizeof(answer), MSG_DONTWAIT);
  // If the process ended without reading its orders, the system first reports this once, then delivers its answers.
  if (received < 0 && (errno == EAGAIN || errno == EINTR || errno == ECONNRESET)) {
    return Progress::drawing;
  }
  const bool is_whole = received == static_cast<ssize_t>(sizeof(answer));
  if (is_whole && answer.kind == WorkerAnswer::Kind::drawn && answer.number == frame_number_) {
    is_drawing_ = false;
    return Progress::drawn;
  }
  if (is_whole && answer.kind == WorkerAnswer::Kind::failed) {
    end_process();
    throw gpu::Error(
        shown_line({answer.text.data(), ::strnlen(answer.text.data(), answer.text.size())}, answer.text.size()));
  }
  if (received > 0) {
    end_for_false_answer();
  } else {
    end_process();
  }
  return Progress::ended;
}

std::span<const std::byte> WorkerProcess::recording(std::size_t frame_bytes) const {
  const std::span<const std::byte> room =
      memory_.subspan(WorkerMemory::size_bytes + picture_bytes_, frame_bytes_).subspan(frame_bytes);
  std::uint64_t size = 0;
  std::memcpy(&size, room.data(), sizeof(size));
  return size <= room.size() - sizeof(size) ? room.subspan(sizeof(size), size) : std::span<const std::byte>{};
}

void WorkerProcess::interrupt(std::chrono::milliseconds most) {
  const std::scoped_lock lock{mutex_};
  interrupt_process(most);
}

void WorkerProcess::interrupt_process(std::chrono::milliseconds most) {
  if (!is_alive_) {
    return;
  }
  const auto end_of_wait = std::chrono::steady_clock::now() + most;
  std::array<std::byte, sizeof(WorkerAnswer)> ignored;
  // Waits only until the worker closes the connection; end_process() then waits until it has exited.
  while (std::chrono::steady_clock::now() < end_of_wait) {
    // Sends the signal repeatedly, because the process may be about to start the frame. Before the process has a
    // handler, the signal has no effect.
    ::kill(process_, SIGURG);
    const ssize_t received = ::recv(control_.number(), ignored.data(), ignored.size(), MSG_DONTWAIT);
    if (received == 0 || (received < 0 && errno != EAGAIN && errno != EINTR)) {
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
  }
  end_process();
}

const CrashReport& WorkerProcess::report() const { return header().report; }

std::string WorkerProcess::module_path() const { return fmt::format("/proc/{}/fd/{}", ::getpid(), module_.number()); }

}  // namespace texelscope::app
