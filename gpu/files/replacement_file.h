#pragma once

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>

#include "gpu/files/quick_exit_guard.h"

namespace texelscope::gpu {

/// Where writing to a path goes.
struct WriteTarget {
  /// Behind symbolic links.
  std::filesystem::path path;
  /// A pipe or a device such as /dev/stdout: opened itself, as no file could take its place.
  bool is_special = false;
  /// Of this process, where the path names it: /dev/stdout, /dev/fd/N.
  std::optional<int> descriptor{};
  /// Of the file that is there.
  std::optional<mode_t> mode{};
  uid_t owner = 0;
  gid_t group = 0;
};

/// @throws std::system_error with the reason for a folder, a file that is write-protected, a name that is too long, a
/// loop of links, and a link that somebody else put into a folder where everybody writes.
[[nodiscard]] WriteTarget write_target(const std::filesystem::path& path);

/// How much of a written file a power failure leaves: all of it, or perhaps none where the file can be made again.
enum class Durability : unsigned char { on_disk, in_cache };

/// The one way in which library and program write files. What is written goes into a file beside the target, of a name
/// that nobody can foresee; commit() puts it into the target's place. Until then the target is as it was, and a quick
/// exit or the destructor removes the file beside it; that of a killed process goes with the next write into its
/// folder. All throw std::system_error with the reason alone.
class ReplacementFile {
 public:
  explicit ReplacementFile(const std::filesystem::path& target);
  ReplacementFile(const ReplacementFile&) = delete;
  ReplacementFile& operator=(const ReplacementFile&) = delete;
  ~ReplacementFile();

  [[nodiscard]] std::ostream& stream() noexcept { return stream_; }
  /// The file beside the target, for programs that write it.
  [[nodiscard]] const std::filesystem::path& path() const noexcept { return beside_; }
  /// Why the stream failed; success where it did not, or by another's will.
  [[nodiscard]] std::error_code stream_error() const noexcept;
  /// Brings all to the disk, or leaves that to the system; keeps the target's mode and, where that is permitted, its
  /// owner, and takes its place.
  void commit(Durability durability = Durability::on_disk);

 private:
  class Buffer;
  void open_beside();
  void keep_mode_and_owner() const;
  void close_file() noexcept;

  WriteTarget target_;
  std::filesystem::path beside_;
  int file_ = -1;
  std::optional<QuickExitGuard> guard_;
  std::unique_ptr<Buffer> buffer_;
  std::ostream stream_;
};

/// Removes the files beside targets that writers which were killed left in a folder: those that no process holds.
void remove_abandoned_files(const std::filesystem::path& folder);

}  // namespace texelscope::gpu
