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

/// A child process that could not be started, or could not be spoken to.
class ChildError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What a child process left behind.
struct ChildOutcome {
  /// Its exit code; nothing when a signal ended it.
  std::optional<int> exit_code;
  /// The signal that ended it, else 0. It is killed when its time is up, when it writes too much, or when it is
  /// stopped.
  int signal = 0;
  bool is_timed_out = false;
  std::string output;
  /// Of standard error, the first part.
  std::string errors;

  /// "ended with exit code 3", "was killed by signal 11 (Segmentation fault)", "timed out and was killed".
  [[nodiscard]] std::string ending() const;
};

/// What to run and for how long.
struct ChildCommand {
  std::filesystem::path program;
  std::vector<std::string> arguments;
  /// What its standard input holds.
  std::string_view input;
  std::chrono::milliseconds time_limit{20000};
  std::size_t max_output_bytes = std::size_t{1} << 26;
  gpu::ProcessLimits limits;
};

/// Runs a program and waits for its end; it leaves no zombie. It inherits no open file but standard ones of its own.
/// @throws ChildError when it cannot be started, with the reason.
[[nodiscard]] ChildOutcome run_child(const ChildCommand& command, const std::stop_token& stop = {});

/// The file of this program, to be started again as a child: what TEXELSCOPE_PROGRAM names, else the executable of this
/// process where that is texelscope itself and not a program that uses its parts.
/// @throws ChildError when there is none, with what to do.
[[nodiscard]] std::filesystem::path own_program();

/// Says that this process is texelscope, whatever its file is called: own_program() is then the file that runs, also
/// one that was replaced or removed since. Called by main(), before there are threads.
void set_is_own_program(bool is_texelscope) noexcept;

}  // namespace texelscope::app
