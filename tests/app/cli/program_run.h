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
  /// Called with the process while it runs.
  std::function<void(pid_t)> meanwhile{};
};

/// Runs texelscope, or another program, in a separate process and waits for it to exit.
[[nodiscard]] Ending run_program(const ProgramRun& run);

/// Counts the operations on files of a folder and of its subfolders at the time of construction: files that are
/// created, written to, closed after writing, or moved into them.
class FolderWatch {
 public:
  explicit FolderWatch(const std::filesystem::path& folder);
  FolderWatch(const FolderWatch&) = delete;
  FolderWatch& operator=(const FolderWatch&) = delete;
  ~FolderWatch();

  /// Returns immediately after this many events since construction, or when the child process has ended. Returns
  /// whether the number was reached.
  [[nodiscard]] bool wait_for(int events, pid_t process);

 private:
  int queue_;
  int seen_ = 0;
};

/// All files below a folder: relative paths, and the bytes of each file or the target of each link.
[[nodiscard]] std::map<std::string, std::string> files_in(const std::filesystem::path& folder);

/// The result of `work` in a process with private mounts; none if the system does not permit them. `work` may mount.
[[nodiscard]] std::optional<std::string> with_own_mounts(const std::function<std::string()>& work);

/// Mounts a file system of this many bytes, in memory, at a folder; the other function remounts it read-only.
[[nodiscard]] bool mount_small(const std::filesystem::path& folder, std::size_t size_bytes);
[[nodiscard]] bool mount_read_only(const std::filesystem::path& folder);
/// Writes a file that fills the remaining space.
void fill_up(const std::filesystem::path& folder);

}  // namespace texelscope::tests
