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

/// How long a process may take with what it was given.
struct ProcessTime {
  std::chrono::steady_clock::time_point end;
  std::stop_token stop;

  [[nodiscard]] bool is_up() const { return stop.stop_requested() || std::chrono::steady_clock::now() >= end; }
};

/// A process that is started ahead and waits for its one order. Its standard input and output are one socket, which
/// closes when this process ends, however it does; it has no file and no folder. It ends with this object, and with all
/// that it started, at a quick exit too. Not for two threads at once.
class WaitingProcess {
 public:
  /// Starts a program by its whole path under `limits`; its messages are in English. @throws std::system_error when it
  /// cannot be started.
  WaitingProcess(const std::filesystem::path& program, std::vector<std::string> arguments, const ProcessLimits& limits);
  WaitingProcess(const WaitingProcess&) = delete;
  WaitingProcess& operator=(const WaitingProcess&) = delete;
  ~WaitingProcess();

  [[nodiscard]] pid_t id() const noexcept { return process_; }
  [[nodiscard]] bool has_ended() const noexcept;
  /// Lets it use this much processor time from now on. A limit that it had already may be lower.
  void limit_processor_time(std::chrono::seconds most) noexcept;
  /// Sends what it shall do while it waits, some KiB at most; waits for nothing.
  void prepare(std::string_view order) noexcept;
  /// Sends an order, and returns all that it writes to standard output until it closes that; nothing when `time` is up.
  [[nodiscard]] std::optional<std::string> ask(std::string_view order, const ProcessTime& time);
  /// Waits for its end; kills it when `time` is up.
  [[nodiscard]] CompilerEnding wait(const ProcessTime& time);
  /// The first part of what it has written to standard error.
  [[nodiscard]] std::string errors() const;

 private:
  /// Its status as waitpid tells it.
  int end() noexcept;

  FileDescriptor talk_;
  /// Memory without a name.
  FileDescriptor errors_;
  pid_t process_ = 0;
  /// The status, when it has been taken.
  std::optional<int> status_;
  std::optional<QuickExitGuard> guard_;
};

}  // namespace texelscope::gpu
