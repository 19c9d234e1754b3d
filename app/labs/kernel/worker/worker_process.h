#pragma once

#include <sys/types.h>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <thread>

#include "app/images/image.h"
#include "app/labs/kernel/kernel_frame.h"
#include "app/labs/kernel/worker/worker_protocol.h"
#include "texelscope/gpu/file_descriptor.h"

namespace texelscope::app {

/// The window's side of a kernel's process. The process ends with this object, regardless of what the kernel does, and
/// also after a period without orders, because it may have been abandoned, and a kernel can answer a frame and then
/// compute, sleep, or block signals. All calls must come from one thread; a second thread, which monitors the time,
/// belongs to this object.
class WorkerProcess {
 public:
  /// The progress of a frame. `ended`: the process has ended, and its crash report has the reason.
  enum class Progress : unsigned char { drawing, drawn, ended };

  /// Starts `program`, which is texelscope: it prepares its device and waits for a module. The process ends when
  /// `longest_pause` has passed without an order. With `recording`, it records the accesses of its frames. Does not
  /// wait. @throws ChildError; std::system_error when this process cannot start more threads.
  WorkerProcess(const std::filesystem::path& program, std::chrono::milliseconds longest_pause,
                const std::optional<WorkerRecording>& recording = std::nullopt);
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  /// Sends the module, and reserves room for an image and a frame of these sizes; the process may allocate
  /// `buffer_bytes` for the kernel's buffers. Call once, before all other orders. Does not wait. @throws ChildError.
  void load(std::span<const std::byte> module, std::size_t picture_bytes, std::size_t frame_bytes,
            std::size_t buffer_bytes);
  /// Whether the process is ready for load().
  [[nodiscard]] bool is_waiting();
  [[nodiscard]] bool has_room(std::size_t picture_bytes, std::size_t frame_bytes) const {
    return picture_bytes <= picture_bytes_ && frame_bytes <= frame_bytes_;
  }
  /// Restarts the pause between orders. Returns false if the pause was too long and has ended the process, which had no
  /// pending frame; the next order then needs a new process.
  [[nodiscard]] bool renew();
  /// Bytes of an image in the space for images.
  [[nodiscard]] static std::size_t picture_room(const Image& image);
  /// Sets the image in a position, with 1, 2 or 4 channels, at `offset` in the space for images; null for none. No
  /// frame may be in progress during this call or those below.
  void set_picture(std::size_t position, const Image* image, std::size_t offset);
  /// The kernel may use `seconds` of CPU time per processor; then the system ends it, unless it blocks that signal. If
  /// it has not ended by the time the pause between orders is too long, the process reports its position and ends.
  void begin_frame(const KernelFrame& frame, unsigned buffers, int width, int height, int seconds);
  /// Does not wait, and accepts only the answer to the last order. @throws gpu::Error with the worker's message when it
  /// cannot draw.
  [[nodiscard]] Progress progress();
  /// The pixels of the last frame.
  [[nodiscard]] std::span<const std::byte> pixels(std::size_t size_bytes) const {
    return memory_.subspan(WorkerMemory::size_bytes + picture_bytes_, size_bytes);
  }

  /// The recording of the last frame, a file of recorded accesses; empty if its size is not one. Only of a process that
  /// records.
  [[nodiscard]] std::span<const std::byte> recording(std::size_t frame_bytes) const;

  /// Requests the kernel's position, which ends the kernel, and waits at most `most` for its end.
  void interrupt(std::chrono::milliseconds most);
  /// Kills the process if it is alive, and waits until it has exited.
  void end() noexcept;
  /// The signal that ended it; 0 while it is alive.
  [[nodiscard]] int ending_signal() const { return ending_signal_; }
  [[nodiscard]] const CrashReport& report() const;
  /// A path through which another process of this user can read the module while this object exists.
  [[nodiscard]] std::string module_path() const;
  [[nodiscard]] pid_t id() const { return process_; }

 private:
  [[nodiscard]] WorkerMemory& header() const { return *reinterpret_cast<WorkerMemory*>(memory_.data()); }
  void watch(const std::stop_token& stop);
  /// Call with the mutex locked.
  void send(const WorkerOrder& order);
  void end_by_pause();
  void interrupt_process(std::chrono::milliseconds most);
  void end_process() noexcept;
  void end_for_false_answer() noexcept;

  std::optional<WorkerRecording> recording_;
  std::size_t picture_bytes_ = 0;
  std::size_t frame_bytes_ = 0;
  gpu::FileDescriptor module_;
  gpu::FileDescriptor frames_;
  gpu::FileDescriptor control_;
  /// The mapping of `frames_`; empty before load().
  std::span<std::byte> memory_;
  pid_t process_ = 0;
  std::chrono::milliseconds longest_pause_;

  std::mutex mutex_;
  bool is_alive_ = false;
  /// Whether a pause ended the process while no frame was pending.
  bool is_paused_too_long_ = false;
  bool is_drawing_ = false;
  std::uint64_t frame_number_ = 0;
  int ending_signal_ = 0;
  std::chrono::steady_clock::time_point end_of_pause_;
  /// Wakes the thread so that it ends.
  std::condition_variable_any is_stopped_;
  std::jthread watcher_;
};

}  // namespace texelscope::app
