#pragma once

#include <fcntl.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "texelscope/gpu/file_descriptor.h"

namespace texelscope::gpu {

// A process holds a lock on each of its temporary files and folders. The system releases it when the process ends in
// any way: if one is unlocked, a killed process left it behind.

/// The names of temporary files or folders of one kind: a prefix, 16 random hexadecimal digits with 8 digits that
/// result from them, and a suffix. A user's file does not have such a name by chance, so it is never considered
/// abandoned.
struct OwnName {
  std::string_view prefix;
  std::string_view suffix;

  /// A new name, which nobody can predict.
  [[nodiscard]] std::string make() const;
  /// Whether a name is from make().
  [[nodiscard]] bool matches(std::string_view name) const;
};

/// Locks a file or folder that this process has just created and opened as `descriptor`, until the descriptor is
/// closed. Returns false if another process considered it abandoned in the meantime: create another one. File systems
/// without locks are unprotected. A relative path begins at `folder`, the descriptor of a folder.
[[nodiscard]] bool lock_own(int descriptor, const std::filesystem::path& path, int folder = AT_FDCWD) noexcept;

/// The file of a lock that protects something else.
struct LockFile {
  /// None if another process, or another opening of the file, holds the lock.
  FileDescriptor file{};
  /// Not on a file system without locks.
  bool is_locked = false;
};

/// Creates the file if necessary, and locks it until its descriptor is closed. The file stays, so that all processes
/// lock the same one. @throws std::system_error if it cannot be opened.
[[nodiscard]] LockFile open_lock(const std::filesystem::path& path);

/// Removes the unlocked files or folders with such names in `folder` that belong to this user; has no effect on a file
/// system without locks.
void remove_abandoned(const std::filesystem::path& folder, std::filesystem::file_type type, const OwnName& name);

/// Like remove_abandoned(), but only once per folder in the lifetime of this process: the folder may contain thousands
/// of files.
void remove_abandoned_once(const std::filesystem::path& folder, std::filesystem::file_type type, const OwnName& name);

}  // namespace texelscope::gpu
