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

/// The open files of a new child process, in the order of the calls.
class SpawnFiles {
 public:
  SpawnFiles();
  SpawnFiles(const SpawnFiles&) = delete;
  SpawnFiles& operator=(const SpawnFiles&) = delete;
  ~SpawnFiles();

  /// Opens a file as descriptor `at` with the flags of open(2); a created file is accessible only to its owner.
  void open(const std::filesystem::path& path, int flags, int at);
  /// Makes `at` a duplicate of an open descriptor of this process, or of the child's from an earlier call.
  void duplicate(int descriptor, int at);
  void close_from(int first);
  void change_folder(const std::filesystem::path& folder);

  [[nodiscard]] const posix_spawn_file_actions_t* get() const noexcept { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

enum class ProcessGroup : unsigned char {
  parents,
  /// A new group: the children of the process end with it.
  own
};

/// A program to start, by its full path, with its arguments and environment, NAME=value.
struct SpawnCommand {
  std::filesystem::path program;
  std::vector<std::string> arguments;
  std::vector<std::string> environment;
  ProcessGroup group = ProcessGroup::parents;
};

/// The environment of this process, as NAME=value.
[[nodiscard]] std::vector<std::string> own_environment();

/// Starts a child process with default signal handling, as from a shell, because this process may block or ignore some
/// signals.
/// @throws std::system_error with the reason from posix_spawn.
[[nodiscard]] pid_t spawn(const SpawnCommand& command, const SpawnFiles& files);

/// Limits of a child process, beyond which its calls fail or a signal ends it; 0 means unchanged.
struct ProcessLimits {
  std::uint64_t address_bytes = 0;
  std::uint64_t file_bytes = 0;
  std::chrono::seconds processor_time{0};
  bool operator==(const ProcessLimits&) const = default;
};

/// The command under limits, which its children inherit, and without core files. posix_spawn cannot set limits: /bin/sh
/// sets them for itself, and then executes the program.
[[nodiscard]] SpawnCommand limited(SpawnCommand command, const ProcessLimits& limits);

/// The command in its own process group, which /bin/sh kills as soon as the other end of a pipe is closed. In the
/// child, the pipe is `descriptor`, 3–9. The other end is closed no matter how its owner ends.
[[nodiscard]] SpawnCommand ending_with(SpawnCommand command, int descriptor);

/// For a QuickExitGuard: kills a child process, or its whole group if it has its own group, and waits for it to end.
[[nodiscard]] QuickExitGuard::Undo killing(pid_t process, ProcessGroup group);

}  // namespace texelscope::gpu
