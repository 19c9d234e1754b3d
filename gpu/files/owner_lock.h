#pragma once

#include <filesystem>
#include <string_view>

namespace texelscope::gpu {

// A process holds a lock on each of its temporary files and folders. The system releases it when the process ends in
// any way: if one is unlocked, a killed process left it behind.

/// Locks a file or folder that this process has just created and opened as `descriptor`, until the descriptor is
/// closed. Returns false if another process considered it abandoned in the meantime: create another one. File systems
/// without locks are unprotected.
[[nodiscard]] bool lock_own(int descriptor, const std::filesystem::path& path) noexcept;

/// Removes the unlocked files or folders in `folder` that are named like this program's and belong to this user; has no
/// effect on a file system without locks.
void remove_abandoned(const std::filesystem::path& folder, std::filesystem::file_type type,
                      bool (*is_own_name)(std::string_view name));

/// Like remove_abandoned(), but only once per folder in the lifetime of this process: the folder may contain thousands
/// of files.
void remove_abandoned_once(const std::filesystem::path& folder, std::filesystem::file_type type,
                           bool (*is_own_name)(std::string_view name));

}  // namespace texelscope::gpu
