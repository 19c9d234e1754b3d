#pragma once

#include <spawn.h>
#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "gpu/files/quick_exit_guard.h"

namespace texelscope::gpu {

/// The files that a child process begins with, in the order of the calls.
class SpawnFiles {
 public:
  SpawnFiles();
  SpawnFiles(const SpawnFiles&) = delete;
  SpawnFiles& operator=(const SpawnFiles&) = delete;
  ~SpawnFiles();

  /// Opens a file as descriptor `at` with the flags of open(2); one that is made is its owner's alone.
  void open(const std::filesystem::path& path, int flags, int at);
  /// Makes `at` another number of an open descriptor of this process, or of the child's from an earlier call.
  void duplicate(int descriptor, int at);
  void close_from(int first);
  void change_folder(const std::filesystem::path& folder);

  [[nodiscard]] const posix_spawn_file_actions_t* get() const noexcept { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

enum class ProcessGroup : unsigned char {
  parents,
  /// One of its own: what the child starts ends with it.
  own
};

/// A program to start, by its whole path, with its arguments and the variables NAME=value that it shall see.
struct SpawnCommand {
  std::filesystem::path program;
  std::vector<std::string> arguments;
  std::vector<std::string> environment;
  ProcessGroup group = ProcessGroup::parents;
};

/// The variables of this process, as NAME=value.
[[nodiscard]] std::vector<std::string> own_environment();

/// Starts a child process with the signals of a program that a shell starts, as this one may block or ignore some.
/// @throws std::system_error with the reason of posix_spawn.
[[nodiscard]] pid_t spawn(const SpawnCommand& command, const SpawnFiles& files);

/// Limits of a child process, beyond which a call of its fails or a signal ends it; 0 is no limit of its own.
struct ProcessLimits {
  std::uint64_t address_bytes = 0;
  std::uint64_t file_bytes = 0;
  std::chrono::seconds processor_time{0};
  bool operator==(const ProcessLimits&) const = default;
};

/// The command under limits, which its children inherit, and without core files. A spawn cannot set limits: /bin/sh
/// sets them for itself, and becomes the program.
[[nodiscard]] SpawnCommand limited(SpawnCommand command, const ProcessLimits& limits);

/// The command in a process group of its own, which /bin/sh kills as soon as the other end of a pipe is closed. The
/// child has the pipe as `descriptor`, 3–9. The other end closes however its owner ends.
[[nodiscard]] SpawnCommand ending_with(SpawnCommand command, int descriptor);

/// For a QuickExitGuard: kills a child process, and all of its group where that is its own, and waits for its end.
[[nodiscard]] QuickExitGuard::Undo killing(pid_t process, ProcessGroup group);

}  // namespace texelscope::gpu
