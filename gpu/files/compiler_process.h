#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "gpu/files/spawned_process.h"

namespace texelscope::gpu {

/// A compiler to run in a temporary folder, whose files it names by their names there.
struct CompilerCommand {
  std::filesystem::path program;
  std::vector<std::string> arguments;
  /// The file that takes its output and its messages.
  std::string log;
  /// Variables of its environment, NAME=value, beside this process's.
  std::vector<std::string> variables{};
};

/// How a compiler ended.
struct CompilerEnding {
  /// It was killed: its time was up, or it was asked to stop.
  bool is_stopped = false;
  /// Its exit code; 128 and the signal's number where a signal ended it, as shells tell it.
  int exit_code = 0;

  [[nodiscard]] bool is_success() const { return !is_stopped && exit_code == 0; }
};

/// The ending of a process by itself, from its status as waitpid() tells it.
[[nodiscard]] CompilerEnding ending_of(int status);

/// The variables of this process and `added`, but for the language, which is English.
[[nodiscard]] std::vector<std::string> compiler_environment(std::vector<std::string> added);

/// What a compiler may use for a text, which may have it read /dev/zero or expand templates without end: 2 GiB of
/// addresses, `time_limit` as processor time, files of 64 MiB.
[[nodiscard]] ProcessLimits compiler_limits(std::chrono::milliseconds time_limit);

/// Runs a compiler in `folder` under compiler_limits(), and waits for its end. When `time_limit` is up, when it is
/// asked to stop or when this process ends, however it does, it is killed with all that it started. Its messages are in
/// English, and its temporary files go into `folder`. @throws std::system_error when it cannot be started.
[[nodiscard]] CompilerEnding run_compiler(const CompilerCommand& command, const std::filesystem::path& folder,
                                          std::chrono::milliseconds time_limit, const std::stop_token& stop);

}  // namespace texelscope::gpu
