#pragma once

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>

#include "gpu/files/quick_exit_guard.h"
#include "texelscope/gpu/file_descriptor.h"

namespace texelscope::gpu {

/// The file that writing to a path affects.
struct WriteTarget {
  /// The path with symbolic links resolved.
  std::filesystem::path path;
  /// A pipe or a device such as /dev/stdout: opened directly, since no file can replace it.
  bool is_special = false;
  /// Descriptor of this process, if the path refers to one: /dev/stdout, /dev/fd/N.
  std::optional<int> descriptor{};
  /// Mode of the existing file.
  std::optional<mode_t> mode{};
  uid_t owner = 0;
  gid_t group = 0;
};

/// @throws std::system_error with the reason for a folder, a write-protected file, a name that is too long, a loop of
/// links, a link that another user put into a world-writable folder, and during UntrustedWork.
[[nodiscard]] WriteTarget write_target(const std::filesystem::path& path);

/// How much of a written file survives a power failure: all of it, or possibly none if the file can be regenerated.
enum class Durability : unsigned char { on_disk, in_cache };

/// The only way in which library and program write files. The data is written to a file beside the target, with an
/// unpredictable name; commit() replaces the target with it. Until then, the target is unchanged, and a quick exit or
/// the destructor removes the file beside it; a file left by a killed process is removed by the next write to its
/// folder. All functions throw std::system_error with only the reason.
class ReplacementFile {
 public:
  /// Unless `within` is empty, the target, after links are resolved, must be a file inside this folder: otherwise, the
  /// reason is EXDEV, even if another process changes links at the same time.
  explicit ReplacementFile(const std::filesystem::path& target, const std::filesystem::path& within = {});
  ReplacementFile(const ReplacementFile&) = delete;
  ReplacementFile& operator=(const ReplacementFile&) = delete;
  ~ReplacementFile();

  [[nodiscard]] std::ostream& stream() noexcept { return stream_; }
  /// The file beside the target, for programs that write it themselves.
  [[nodiscard]] const std::filesystem::path& path() const noexcept { return beside_; }
  /// The reason why the stream failed; success if it did not, or if the caller set its state.
  [[nodiscard]] std::error_code stream_error() const noexcept;
  /// Writes everything to the disk, or leaves that to the system; keeps the target's mode and, if permitted, its owner,
  /// and replaces it.
  void commit(Durability durability = Durability::on_disk);

 private:
  class Buffer;
  [[nodiscard]] int folder() const noexcept;
  [[nodiscard]] std::filesystem::path in_folder(const std::filesystem::path& path) const;
  void open_beside();
  void keep_mode_and_owner() const;
  void close_file() noexcept;

  WriteTarget target_;
  /// The folder of the target, if it must be inside another; files are then created and renamed relative to it.
  FileDescriptor folder_{};
  std::filesystem::path beside_;
  int file_ = -1;
  std::optional<QuickExitGuard> guard_;
  std::unique_ptr<Buffer> buffer_;
  std::ostream stream_;
};

/// Removes temporary files that killed writers left beside targets in a folder: those that no process has locked.
void remove_abandoned_files(const std::filesystem::path& folder);

}  // namespace texelscope::gpu
