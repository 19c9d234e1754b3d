#include "gpu/files/owner_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <mutex>
#include <random>
#include <set>
#include <system_error>
#include <utility>

#include "texelscope/gpu/file_descriptor.h"

namespace texelscope::gpu {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t random_digits = 16;

/// FNV-1a, 32 bits.
std::string check_digits(std::string_view text) {
  std::uint32_t hash = 2166136261U;
  for (const char character : text) {
    hash = (hash ^ static_cast<unsigned char>(character)) * 16777619U;
  }
  return fmt::format("{:08x}", hash);
}

bool is_at(int descriptor, const fs::path& path, int folder = AT_FDCWD) noexcept {
  struct stat opened {};
  struct stat there {};
  return ::fstat(descriptor, &opened) == 0 && ::fstatat(folder, path.c_str(), &there, AT_SYMLINK_NOFOLLOW) == 0 &&
         opened.st_dev == there.st_dev && opened.st_ino == there.st_ino;
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

std::string OwnName::make() const {
  std::random_device source;
  const std::string digits = fmt::format("{:08x}{:08x}", source(), source());
  return fmt::format("{}{}{}{}", prefix, digits, check_digits(digits), suffix);
}

bool OwnName::matches(std::string_view name) const {
  if (!name.starts_with(prefix) || !name.ends_with(suffix) || name.size() < prefix.size() + suffix.size()) {
    return false;
  }
  const std::string_view digits = name.substr(prefix.size(), name.size() - prefix.size() - suffix.size());
  return digits.size() > random_digits && digits.find_first_not_of("0123456789abcdef") == std::string_view::npos &&
         digits.substr(random_digits) == check_digits(digits.substr(0, random_digits));
}

bool lock_own(int descriptor, const fs::path& path, int folder) noexcept {
  const bool is_taken = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  return !is_taken && is_at(descriptor, path, folder);
}

LockFile open_lock(const fs::path& path) {
  FileDescriptor file{::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0600)};
  if (file.is_closed()) {
    throw std::system_error(errno, std::generic_category());
  }
  const bool is_locked = ::flock(file.number(), LOCK_EX | LOCK_NB) == 0;
  return !is_locked && errno == EWOULDBLOCK ? LockFile{} : LockFile{std::move(file), is_locked};
}

void remove_abandoned(const fs::path& folder, fs::file_type type, const OwnName& name) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder.empty() ? "." : folder, error)) {
    if (name.matches(entry.path().filename().native()) && entry.symlink_status(error).type() == type) {
      if (const FileDescriptor lock = lock_abandoned(entry.path()); !lock.is_closed()) {
        fs::remove_all(entry.path(), error);
      }
    }
  }
}

void remove_abandoned_once(const fs::path& folder, fs::file_type type, const OwnName& name) {
  static std::mutex mutex;
  static std::set<std::pair<fs::path, fs::file_type>> done;
  const std::lock_guard lock{mutex};
  if (done.emplace(folder, type).second) {
    remove_abandoned(folder, type, name);
  }
}

}  // namespace texelscope::gpu
