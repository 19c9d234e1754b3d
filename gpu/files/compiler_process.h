#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "gpu/files/spawned_process.h"

namespace texelscope::gpu {

/// A compiler to run in a temporary folder; its file names are relative to that folder.
struct CompilerCommand {
  std::filesystem::path program;
  std::vector<std::string> arguments;
  /// The file for its output and messages.
  std::string log;
  /// Environment variables, NAME=value, in addition to this process's.
  std::vector<std::string> variables{};
};

/// How a compiler ended.
struct CompilerEnding {
  /// Whether it was killed: its time was up, or a stop was requested.
  bool is_stopped = false;
  /// The pipe or device that the compiler waited to read, for which it was killed; otherwise empty.
  std::string endless_file{};
  /// The exit code; if a signal ended the process, 128 plus the signal's number, as in shells.
  int exit_code = 0;

  [[nodiscard]] bool is_success() const { return !is_stopped && endless_file.empty() && exit_code == 0; }
};

/// The ending of a process from its waitpid() status.
[[nodiscard]] CompilerEnding ending_of(int status);

/// The environment of this process plus `added`, with the language set to English.
[[nodiscard]] std::vector<std::string> compiler_environment(std::vector<std::string> added);

/// The resources that a compiler may use for a source, which could make it read /dev/zero or expand templates forever:
/// 2 GiB of address space, `time_limit` of processor time, files of 64 MiB.
[[nodiscard]] ProcessLimits compiler_limits(std::chrono::milliseconds time_limit);

/// Runs a compiler in `folder` under compiler_limits(), and waits for it to end. When `time_limit` is up, when a stop
/// is requested, or when this process ends in any way, the compiler is killed with all of its children. Its messages
/// are in English, and its temporary files are created in `folder`. @throws std::system_error if the compiler cannot be
/// started.
[[nodiscard]] CompilerEnding run_compiler(const CompilerCommand& command, const std::filesystem::path& folder,
                                          std::chrono::milliseconds time_limit, const std::stop_token& stop);

}  // namespace texelscope::gpu
