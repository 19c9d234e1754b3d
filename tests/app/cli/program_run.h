#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace texelscope::tests {

/// The result of a program run.
struct Ending {
  int status = -1;
  std::string err;
  double seconds = 0;
  /// The peak memory; never less than that of the process that started the program.
  std::size_t peak_bytes = 0;

  /// The exit code; 128 plus the signal's number if a signal ended it, as in shells.
  [[nodiscard]] int code() const;
  /// The number of error lines on standard error.
  [[nodiscard]] int error_lines() const;
};

/// The options of a program run.
struct ProgramRun {
  std::vector<std::string> arguments;
  std::filesystem::path folder{};
  /// Empty for texelscope.
  std::filesystem::path program{};
  std::map<std::string, std::string> environment{};
  /// The largest file that the program may write.
  std::optional<rlim_t> largest_file{};
  /// The largest address space of the program, in bytes.
  std::optional<rlim_t> largest_address_space{};
  /// Signals that the program ignores when it starts.
  std::vector<int> ignored_signals{};
  /// Called with the process while it runs.
  std::function<void(pid_t)> meanwhile{};
};

/// Runs texelscope, or another program, in a separate process and waits for it to exit.
[[nodiscard]] Ending run_program(const ProgramRun& run);

/// Counts file operations in a folder and in the subfolders that it has at construction: creating, writing, closing
/// after a write, and moving a file into a folder.
class FolderWatch {
 public:
  explicit FolderWatch(const std::filesystem::path& folder);
  FolderWatch(const FolderWatch&) = delete;
  FolderWatch& operator=(const FolderWatch&) = delete;
  ~FolderWatch();

  /// Waits until this many events have occurred since construction, or the child process has exited. Returns whether
  /// the number was reached.
  [[nodiscard]] bool wait_for(int events, pid_t process);

 private:
  int queue_;
  int seen_ = 0;
};

/// All files below a folder: relative paths, and the bytes of each file or the target of each link.
[[nodiscard]] std::map<std::string, std::string> files_in(const std::filesystem::path& folder);

/// The result of `work`, which runs in a process with private mounts and may mount file systems; none if the system
/// does not permit private mounts.
[[nodiscard]] std::optional<std::string> with_own_mounts(const std::function<std::string()>& work);

/// Mounts an in-memory file system of this size at a folder; the other function remounts it read-only.
[[nodiscard]] bool mount_small(const std::filesystem::path& folder, std::size_t size_bytes);
[[nodiscard]] bool mount_read_only(const std::filesystem::path& folder);
/// Writes a file that fills the remaining space.
void fill_up(const std::filesystem::path& folder);

}  // namespace texelscope::tests
