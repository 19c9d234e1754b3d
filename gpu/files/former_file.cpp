#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "gpu/files/owner_lock.h"
#include "gpu/files/replacement_file.h"

namespace texelscope::gpu {

FormerFile::FormerFile(const std::filesystem::path& file, const Folder& within, Name name) {
  const WriteTarget target = write_target(file);
  if (!target.mode || target.is_special) {
    return;
  }
  folder_ = open_folder_of(target, within);
  // Before the lock: the file may be that of a former name, whose owner was killed.
  remove_abandoned_once(target.path.parent_path(), std::filesystem::file_type::regular, beside_name);
  name_ = target.path.filename();
  file_ = FileDescriptor{
      ::openat(folder_.number(), name_.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)};
  if (file_.is_closed()) {
    throw std::system_error(errno, std::generic_category());
  }
  ::flock(file_.number(), LOCK_EX | LOCK_NB);
  beside_ = beside_name.make();
  guard_.emplace([&] {
    const int folder = folder_.number();
    const bool has_two = name == Name::kept && ::linkat(folder, name_.c_str(), folder, beside_.c_str(), 0) == 0;
    if (!has_two && ::renameat(folder, name_.c_str(), folder, beside_.c_str()) != 0) {
      throw std::system_error(errno, std::generic_category());
    }
    return [folder, beside = beside_] { ::unlinkat(folder, beside.c_str(), 0); };
  });
}

FormerFile::~FormerFile() {
  if (!file_.is_closed()) {
    ::unlinkat(folder_.number(), beside_.c_str(), 0);
  }
}

void FormerFile::restore() noexcept {
  if (!file_.is_closed()) {
    // If both names are of the same file, this does nothing, and the destructor removes one.
    ::renameat(folder_.number(), beside_.c_str(), folder_.number(), name_.c_str());
  }
}

}  // namespace texelscope::gpu
