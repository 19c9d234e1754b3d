#include "gpu/files/owner_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <mutex>
#include <set>
#include <system_error>
#include <utility>

#include "texelscope/gpu/file_descriptor.h"

namespace texelscope::gpu {
namespace fs = std::filesystem;
namespace {

bool is_at(int descriptor, const fs::path& path) noexcept {
  struct stat opened {};
  struct stat there {};
  return ::fstat(descriptor, &opened) == 0 && ::lstat(path.c_str(), &there) == 0 && opened.st_dev == there.st_dev &&
         opened.st_ino == there.st_ino;
}

/// Locks a file that belongs to this user and that nobody has locked; otherwise returns none.
FileDescriptor lock_abandoned(const fs::path& path) noexcept {
  FileDescriptor opened{::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)};
  struct stat facts {};
  const bool is_own = !opened.is_closed() && ::fstat(opened.number(), &facts) == 0 && facts.st_uid == ::geteuid();
  if (!is_own || ::flock(opened.number(), LOCK_EX | LOCK_NB) != 0 || !is_at(opened.number(), path)) {
    return {};
  }
  return opened;
}

}  // namespace

bool lock_own(int descriptor, const fs::path& path) noexcept {
  const bool is_taken = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  return !is_taken && is_at(descriptor, path);
}

void remove_abandoned(const fs::path& folder, fs::file_type type, bool (*is_own_name)(std::string_view name)) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder.empty() ? "." : folder, error)) {
    if (is_own_name(entry.path().filename().native()) && entry.symlink_status(error).type() == type) {
      if (const FileDescriptor lock = lock_abandoned(entry.path()); !lock.is_closed()) {
        fs::remove_all(entry.path(), error);
      }
    }
  }
}

void remove_abandoned_once(const fs::path& folder, fs::file_type type, bool (*is_own_name)(std::string_view name)) {
  static std::mutex mutex;
  static std::set<std::pair<fs::path, fs::file_type>> done;
  const std::lock_guard lock{mutex};
  if (done.emplace(folder, type).second) {
    remove_abandoned(folder, type, is_own_name);
  }
}

}  // namespace texelscope::gpu
