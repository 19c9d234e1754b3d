#pragma once

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>

#include "gpu/files/inner_file.h"
#include "gpu/files/owner_lock.h"
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

/// Opens the folder of a target that is not special. Unless `within` is none, it must be inside that.
[[nodiscard]] FileDescriptor open_folder_of(const WriteTarget& target, const Folder& within);

/// The names of files beside targets.
inline constexpr OwnName beside_name{".texelscope-", ".part"};

/// How much of a written file survives a power failure: all of it, or possibly none if the file can be regenerated.
enum class Durability : unsigned char { on_disk, in_cache };

/// The only way in which library and program write files. The data is written to a file beside the target, with an
/// unpredictable name; commit() replaces the target with it. Until then, the target is unchanged, and a quick exit or
/// the destructor removes the file beside it; a file left by a killed process is removed by the next write to its
/// folder. All functions throw std::system_error with only the reason.
class ReplacementFile {
 public:
  /// Unless `within` is none, the target, after links are resolved, must be a file inside this folder: otherwise, the
  /// reason is EXDEV, even if another process changes links at the same time.
  explicit ReplacementFile(const std::filesystem::path& target, const Folder& within = {});
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
  /// Those of the file in the opened folder: another folder may have been at its path before.
  void take_facts();
  void open_beside();
  void keep_mode_and_owner() const;
  void close_file() noexcept;

  WriteTarget target_;
  /// The folder of the target, unless that is special; files are created and renamed relative to it.
  FileDescriptor folder_{};
  std::filesystem::path beside_;
  int file_ = -1;
  std::optional<QuickExitGuard> guard_;
  std::unique_ptr<Buffer> buffer_;
  std::ostream stream_;
};

/// A file that something unfinished replaces: it gets a temporary name beside its own. The destructor and a quick exit
/// remove it; after a kill, the next write to the folder does. restore() needs no space on the disk.
class FormerFile {
 public:
  enum class Name : unsigned char {
    /// Still leads to the file, until that is replaced; not if the file system has no hard links.
    kept,
    removed
  };

  /// Does nothing if there is no such file. Links are followed; unless `within` is none, the file must be inside it.
  /// @throws std::system_error with the reason.
  FormerFile(const std::filesystem::path& file, const Folder& within, Name name);
  FormerFile(const FormerFile&) = delete;
  FormerFile& operator=(const FormerFile&) = delete;
  ~FormerFile();

  /// Gives the file its name again, whatever has the name now.
  void restore() noexcept;

 private:
  FileDescriptor folder_{};
  /// Locked, so that no other process considers it abandoned; closed if there was no file.
  FileDescriptor file_{};
  std::filesystem::path name_{};
  std::filesystem::path beside_{};
  std::optional<QuickExitGuard> guard_{};
};

/// Removes temporary files that killed writers left beside targets in a folder: those that no process has locked.
void remove_abandoned_files(const std::filesystem::path& folder);

}  // namespace texelscope::gpu
