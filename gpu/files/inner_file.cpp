#include "gpu/files/inner_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <system_error>
#include <utility>

namespace texelscope::gpu {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_with(int reason) { throw std::system_error(reason, std::generic_category()); }

bool is_below(const fs::path& relative) {
  return !relative.empty() && std::ranges::find(relative, fs::path("..")) == relative.end();
}

/// None, with the reason in errno, if a component is missing or a link.
FileDescriptor open_without_links(int root, const fs::path& relative, int flags) {
  FileDescriptor folder;
  int at = root;
  for (auto part = relative.begin();; ++part) {
    const bool is_last = std::next(part) == relative.end();
    const int own_flags = is_last ? flags : O_PATH | O_DIRECTORY;
    FileDescriptor opened{::openat(at, part->c_str(), own_flags | O_NOFOLLOW | O_CLOEXEC)};
    if (is_last || opened.is_closed()) {
      return opened;
    }
    folder = std::move(opened);
    at = folder.number();
  }
}

}  // namespace

struct Folder::Opened {
  fs::path path;
  FileDescriptor file;
  int reason = 0;
};

Folder::Folder(const fs::path& path) {
  if (!path.empty()) {
    FileDescriptor file{::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)};
    const int reason = errno;
    opened_ = std::make_shared<const Opened>(path, std::move(file), reason);
  }
}

const fs::path& Folder::path() const noexcept {
  static const fs::path none;
  return opened_ == nullptr ? none : opened_->path;
}

int Folder::number() const {
  if (opened_ == nullptr || opened_->file.is_closed()) {
    fail_with(opened_ == nullptr ? ENOENT : opened_->reason);
  }
  return opened_->file.number();
}

bool Folder::is_removed() const {
  struct stat facts {};
  return ::fstat(number(), &facts) != 0 || facts.st_nlink == 0;
}

FileDescriptor open_inside(const Folder& folder, const fs::path& path, int flags) {
  const int root = folder.number();
  if (const fs::path direct = path.lexically_relative(folder.path()); is_below(direct)) {
    FileDescriptor opened = open_without_links(root, direct, flags);
    if (!opened.is_closed()) {
      return opened;
    }
    // The reasons for a link, and for other things that the path below reports.
    if (errno != ELOOP && errno != ENOTDIR) {
      fail_with(errno);
    }
  }
  const fs::path resolved = fs::canonical(path).lexically_relative(fs::canonical(folder.path()));
  if (!is_below(resolved)) {
    fail_with(EXDEV);
  }
  FileDescriptor opened = open_without_links(root, resolved, flags);
  if (opened.is_closed()) {
    fail_with(errno);
  }
  return opened;
}

void make_folders_inside(const Folder& folder, const fs::path& path) {
  fs::path parent = folder.path();
  for (const fs::path& part : path.lexically_relative(folder.path())) {
    const fs::path inner = parent / part;
    try {
      static_cast<void>(open_inside(folder, inner, O_PATH | O_DIRECTORY));
    } catch (const std::system_error& error) {
      const FileDescriptor place = open_inside(folder, parent, O_PATH | O_DIRECTORY);
      if (error.code() != std::errc::no_such_file_or_directory) {
        throw;
      }
      constexpr mode_t all = 0777;
      // Another thread may have created it in the meantime.
      if (::mkdirat(place.number(), part.c_str(), all) != 0 && errno != EEXIST) {
        fail_with(errno);
      }
      static_cast<void>(open_inside(folder, inner, O_PATH | O_DIRECTORY));
    }
    parent = inner;
  }
}

void remove_inside(const Folder& folder, const fs::path& path, int flags) {
  const FileDescriptor place = open_inside(folder, path.parent_path(), O_PATH | O_DIRECTORY);
  if (::unlinkat(place.number(), path.filename().c_str(), flags) != 0 && errno != ENOENT) {
    fail_with(errno);
  }
}

}  // namespace texelscope::gpu
