#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "app/files/descriptor.h"
#include "app/images/image.h"
#include "app/labs/kernel/kernel_frame.h"
#include "app/labs/kernel/worker/worker_protocol.h"

namespace texelscope::app {

/// The window's side of a kernel's process. It ends, whatever it does, when this goes.
class WorkerProcess {
 public:
  /// How far a frame is. `ended`: so is the process, and its crash report tells why.
  enum class Progress : unsigned char { drawing, drawn, ended };

  /// Starts `program`, which is texelscope, with a module and room for a picture and a frame of so many bytes. Waits
  /// for nothing. @throws ChildError.
  WorkerProcess(const std::filesystem::path& program, std::span<const std::byte> module, std::size_t picture_bytes,
                std::size_t frame_bytes);
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  [[nodiscard]] bool has_room(std::size_t picture_bytes, std::size_t frame_bytes) const {
    return picture_bytes <= picture_bytes_ && frame_bytes <= frame_bytes_;
  }
  /// Of 1, 2 or 4 channels. No frame may be under way, here and below.
  void set_picture(const Image& image);
  /// The kernel may use `seconds` of each processor for it; then the system ends it, whether or not anybody looks.
  void begin_frame(const KernelFrame& frame, int width, int height, int seconds);
  /// Waits for nothing. @throws gpu::Error with what the worker says when it cannot draw.
  [[nodiscard]] Progress progress();
  /// Of the last frame.
  [[nodiscard]] std::span<const std::byte> pixels(std::size_t size_bytes) const {
    return memory_.subspan(WorkerMemory::size_bytes + picture_bytes_, size_bytes);
  }

  /// Asks the kernel where it is, which ends it, and waits for that; but not longer than `most`.
  void interrupt(std::chrono::milliseconds most);
  /// Kills it, where it is alive, and waits for its end.
  void end() noexcept;
  /// The signal that ended it; 0 while it is alive.
  [[nodiscard]] int ending_signal() const { return ending_signal_; }
  [[nodiscard]] const CrashReport& report() const;
  /// A path by which another process of this user reads the module, as long as this lives.
  [[nodiscard]] std::string module_path() const;
  [[nodiscard]] pid_t id() const { return process_; }

 private:
  void send(const WorkerOrder& order) const;

  std::size_t picture_bytes_;
  std::size_t frame_bytes_;
  Descriptor module_;
  Descriptor control_;
  std::span<std::byte> memory_;
  pid_t process_ = 0;
  bool is_alive_ = false;
  int ending_signal_ = 0;
};

}  // namespace texelscope::app
