#pragma once

#include <filesystem>
#include <string_view>

namespace texelscope::gpu {

// A process holds a lock on each temporary file and folder of its own. The system releases it when the process ends,
// however it does: what nobody holds was left by a process that was killed.

/// Locks a file or a folder that this process has just made, and opened as `descriptor`, until that is closed. False
/// where another process took it for abandoned meanwhile: make another one. A file system without locks has none.
[[nodiscard]] bool lock_own(int descriptor, const std::filesystem::path& path) noexcept;

/// Removes what nobody holds of the files or folders in `folder` that have a name of this program's and are this
/// user's; nothing on a file system without locks.
void remove_abandoned(const std::filesystem::path& folder, std::filesystem::file_type type,
                      bool (*is_own_name)(std::string_view name));

/// The same, once for each folder in the life of this process: it may hold thousands of files.
void remove_abandoned_once(const std::filesystem::path& folder, std::filesystem::file_type type,
                           bool (*is_own_name)(std::string_view name));

}  // namespace texelscope::gpu
