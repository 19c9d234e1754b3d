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

/// How the program ended.
struct Ending {
  int status = -1;
  std::string err;
  double seconds = 0;
  /// The most memory that it had at once; at least that of the process that started it.
  std::size_t peak_bytes = 0;

  /// The exit code; 128 and the signal where one ended it, as shells tell it.
  [[nodiscard]] int code() const;
  /// Lines of standard error that say an error.
  [[nodiscard]] int error_lines() const;
};

/// How the program is started.
struct ProgramRun {
  std::vector<std::string> arguments;
  std::filesystem::path folder{};
  /// Empty for texelscope.
  std::filesystem::path program{};
  std::map<std::string, std::string> environment{};
  /// The largest file that it may write.
  std::optional<rlim_t> largest_file{};
  /// Called with the process while it runs.
  std::function<void(pid_t)> meanwhile{};
};

/// Runs texelscope, or another program, in a process of its own and waits for its end.
[[nodiscard]] Ending run_program(const ProgramRun& run);

/// Counts what is done to the files of a folder, and of those that lie in it when this is made: each file that is made,
/// written to, closed after writing, or moved there.
class FolderWatch {
 public:
  explicit FolderWatch(const std::filesystem::path& folder);
  FolderWatch(const FolderWatch&) = delete;
  FolderWatch& operator=(const FolderWatch&) = delete;
  ~FolderWatch();

  /// Returns right after so many events since it was made, or when the child process has ended. Whether so many came.
  [[nodiscard]] bool wait_for(int events, pid_t process);

 private:
  int queue_;
  int seen_ = 0;
};

/// All files below a folder, by their names from it, with their bytes; of a link, where it leads.
[[nodiscard]] std::map<std::string, std::string> files_in(const std::filesystem::path& folder);

/// What `work` says, in a process with mounts of its own; nothing where the system permits none. `work` may mount.
[[nodiscard]] std::optional<std::string> with_own_mounts(const std::function<std::string()>& work);

/// Mounts a file system of so many bytes, in memory, at a folder; the other mounts it again, read-only.
[[nodiscard]] bool mount_small(const std::filesystem::path& folder, std::size_t size_bytes);
[[nodiscard]] bool mount_read_only(const std::filesystem::path& folder);
/// Writes a file that takes all room that is left.
void fill_up(const std::filesystem::path& folder);

}  // namespace texelscope::tests
