#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <string>
#include <string_view>
#include <system_error>

#include "gpu/files/replacement_file.h"
#include "gpu/files/untrusted_work.h"

namespace texelscope::gpu {
namespace {

namespace fs = std::filesystem;

fs::path folder_of(const fs::path& path) { return path.has_parent_path() ? path.parent_path() : fs::path("."); }

[[noreturn]] void refuse(int reason) { throw std::system_error(reason, std::generic_category()); }

/// Opening these by name would start at the beginning of the file, regardless of the shell's redirection.
std::optional<int> own_descriptor(std::string_view path) {
  if (path == "/dev/stdout" || path == "/dev/stderr") {
    return path == "/dev/stdout" ? STDOUT_FILENO : STDERR_FILENO;
  }
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    int number = -1;
    const char* const end = path.data() + path.size();
    if (path.starts_with(folder) && std::from_chars(path.data() + folder.size(), end, number).ptr == end) {
      return number;
    }
  }
  return std::nullopt;
}

/// Links are resolved here rather than by open(), so links that the kernel refuses under fs.protected_symlinks must be
/// refused here.
bool is_planted(const fs::path& link, const struct stat& facts) {
  struct stat folder {};
  constexpr mode_t shared = S_ISVTX | S_IWOTH;
  return ::stat(folder_of(link).c_str(), &folder) == 0 && (folder.st_mode & shared) == shared &&
         facts.st_uid != ::geteuid() && facts.st_uid != folder.st_uid;
}

}  // namespace

WriteTarget write_target(const fs::path& path) {
  require_permitted("write " + path.string());
  constexpr int max_links = 40;
  // The system would write to the part of the name before it.
  if (path.native().find('\0') != std::string::npos) {
    refuse(EINVAL);
  }
  WriteTarget target{path};
  struct stat facts {};
  for (int links = 0;; ++links) {
    target.descriptor = own_descriptor(target.path.native());
    if (target.descriptor) {
      target.is_special = true;
      return target;
    }
    if (!target.path.has_filename()) {
      refuse(EISDIR);
    }
    if (::lstat(target.path.c_str(), &facts) != 0) {
      if (errno != ENOENT) {
        refuse(errno);
      }
      return target;
    }
    if (!S_ISLNK(facts.st_mode)) {
      break;
    }
    if (links == max_links || is_planted(target.path, facts)) {
      refuse(links == max_links ? ELOOP : EACCES);
    }
    const fs::path next = fs::read_symlink(target.path);
    target.path = next.is_absolute() ? next : folder_of(target.path) / next;
  }
  if (S_ISDIR(facts.st_mode)) {
    refuse(EISDIR);
  }
  if (::access(target.path.c_str(), W_OK) != 0) {
    refuse(errno);
  }
  target.is_special = !S_ISREG(facts.st_mode);
  target.mode = facts.st_mode;
  target.owner = facts.st_uid;
  target.group = facts.st_gid;
  return target;
}

FileDescriptor open_folder_of(const WriteTarget& target, const Folder& within) {
  constexpr int flags = O_PATH | O_DIRECTORY;
  if (!within.is_none()) {
    return open_inside(within, folder_of(target.path), flags);
  }
  FileDescriptor folder{::open(folder_of(target.path).c_str(), flags | O_CLOEXEC)};
  if (folder.is_closed()) {
    refuse(errno);
  }
  return folder;
}

}  // namespace texelscope::gpu
