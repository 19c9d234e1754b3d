#pragma once

#include <sys/types.h>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "texelscope/gpu/file_descriptor.h"

namespace texelscope::app {

/// The user's data that the program saves between runs.
enum class UserFolder : unsigned char {
  /// Settings: $XDG_CONFIG_HOME, otherwise $HOME/.config.
  configuration,
  /// Recent state: $XDG_STATE_HOME, otherwise $HOME/.local/state.
  state,
};

/// The folder texelscope in one of these, as in the XDG base directory specification; nullopt if neither variable is an
/// absolute path. It may not exist yet.
[[nodiscard]] std::optional<std::filesystem::path> find_user_folder(UserFolder folder);

/// Creates the folder for a file to be written. @throws FileError.
void make_folder_of(const std::filesystem::path& path);

/// A process, by its number and by its start time in clock ticks since the system's start: numbers are used again.
struct ProcessIdentity {
  pid_t number = 0;
  std::uint64_t start = 0;
  bool operator==(const ProcessIdentity&) const = default;
};

/// Nothing if no such process runs.
[[nodiscard]] std::optional<ProcessIdentity> find_process(pid_t number);

/// Whether the first line of a lock's file names a process other than this one that still runs.
[[nodiscard]] bool names_other_process(std::string_view lock_line);

/// A lock that at most one process holds, until it ends in any way. Its file, which stays, has one line: the process's
/// number and start time, which decide on file systems without locks, and a note for the next holder.
class UserLock {
 public:
  /// A lock in this file; take() takes it.
  explicit UserLock(std::filesystem::path file) : file_{std::move(file)} {}

  /// Takes the lock, unless another process, or another object of this process, holds it. Creates the file and its
  /// folder. Has no effect while it is held. @throws FileError if the file cannot be opened.
  [[nodiscard]] bool take();
  /// The note that the last holder left; empty before take().
  [[nodiscard]] const std::string& found_note() const noexcept { return found_note_; }
  /// Replaces the note, of one line. A full disk is ignored. Requires a held lock.
  void write_note(std::string_view note);
  void release() noexcept { opened_.close(); }

 private:
  std::filesystem::path file_;
  gpu::FileDescriptor opened_;
  std::string found_note_;
};

/// Runs a function that reads and rewrites a file, such as a list, while no other process does so in this folder, which
/// is created; waits at most a second for the others. @throws any exception of `change`.
void change_in_turn(const std::filesystem::path& file, const std::function<void()>& change);

}  // namespace texelscope::app
