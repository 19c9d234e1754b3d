#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/files/compiler_process.h"
#include "gpu/files/quick_exit_guard.h"
#include "gpu/files/spawned_process.h"
#include "texelscope/gpu/file_descriptor.h"

namespace texelscope::gpu {

/// The time limits within which a process must answer its order.
struct ProcessTime {
  std::chrono::steady_clock::time_point end;
  std::stop_token stop;

  [[nodiscard]] bool is_up() const { return stop.stop_requested() || std::chrono::steady_clock::now() >= end; }
};

/// A process that is started in advance and waits for a single order. Its standard input and output are one socket,
/// which is closed when this process ends in any way; it has no other files and no folder. It ends with this object,
/// together with all of its children, even at a quick exit. Must not be used by two threads concurrently.
class WaitingProcess {
 public:
  /// Starts a program by its full path under `limits`; its messages are in English. @throws std::system_error if it
  /// cannot be started.
  WaitingProcess(const std::filesystem::path& program, std::vector<std::string> arguments, const ProcessLimits& limits);
  WaitingProcess(const WaitingProcess&) = delete;
  WaitingProcess& operator=(const WaitingProcess&) = delete;
  ~WaitingProcess();

  [[nodiscard]] pid_t id() const noexcept { return process_; }
  [[nodiscard]] bool has_ended() const noexcept;
  /// Limits the process to this much more processor time. A lower limit that exists stays in effect.
  void limit_processor_time(std::chrono::seconds most) noexcept;
  /// Sends work for the process to do while it waits, at most a few KiB; does not block.
  void prepare(std::string_view order) noexcept;
  /// Sends an order, and returns everything that the process writes to standard output before closing it; nullopt when
  /// `time` is up.
  [[nodiscard]] std::optional<std::string> ask(std::string_view order, const ProcessTime& time);
  /// Waits for the process to end; kills it when `time` is up.
  [[nodiscard]] CompilerEnding wait(const ProcessTime& time);
  /// The beginning of its output to standard error.
  [[nodiscard]] std::string errors() const;

 private:
  /// Returns its waitpid() status.
  int end() noexcept;

  FileDescriptor talk_;
  /// An unnamed memory file.
  FileDescriptor errors_;
  pid_t process_ = 0;
  /// The status, once it has been taken.
  std::optional<int> status_;
  std::optional<QuickExitGuard> guard_;
};

}  // namespace texelscope::gpu
