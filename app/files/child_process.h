#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/files/spawned_process.h"

namespace texelscope::app {

/// A child process that could not be started or communicated with.
class ChildError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The result of a child process.
struct ChildOutcome {
  /// Its exit code; nullopt if a signal ended it.
  std::optional<int> exit_code;
  /// The signal that ended it, otherwise 0. The child is killed when its time is up, when it writes too much, or when a
  /// stop is requested.
  int signal = 0;
  bool is_timed_out = false;
  std::string output;
  /// The beginning of its standard error.
  std::string errors;

  /// "ended with exit code 3", "was killed by signal 11 (Segmentation fault)", "timed out and was killed".
  [[nodiscard]] std::string ending() const;
};

/// The program to run, and the time limit.
struct ChildCommand {
  std::filesystem::path program;
  std::vector<std::string> arguments;
  /// Contents of its standard input.
  std::string_view input;
  std::chrono::milliseconds time_limit{20000};
  std::size_t max_output_bytes = std::size_t{1} << 26;
  gpu::ProcessLimits limits;
};

/// Runs a program and waits for it to end; leaves no zombie. The child inherits no open files, except its standard
/// streams.
/// @throws ChildError, with the reason, if it cannot be started.
[[nodiscard]] ChildOutcome run_child(const ChildCommand& command, const std::stop_token& stop = {});

/// The file of this program, for starting it as a child: TEXELSCOPE_PROGRAM if set, otherwise the executable of this
/// process if it is texelscope itself and not a program that uses its parts.
/// @throws ChildError, with a remedy, if there is none.
[[nodiscard]] std::filesystem::path own_program();

/// Declares that this process is texelscope, regardless of the name of its file: own_program() is then the running
/// file, even if it has been replaced or removed. Called by main(), before there are threads.
void set_is_own_program(bool is_texelscope) noexcept;

}  // namespace texelscope::app
