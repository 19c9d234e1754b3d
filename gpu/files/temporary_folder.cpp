#include "gpu/files/temporary_folder.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>

#include "gpu/files/owner_lock.h"

namespace texelscope::gpu {
namespace {

void remove_folder(const std::filesystem::path& path) {
  // A process that is being killed may still create files.
  constexpr int tries = 5;
  std::error_code error;
  for (int count = 0; count < tries && (count == 0 || error); ++count) {
    std::filesystem::remove_all(path, error);
  }
}

constexpr OwnName folder_name{"texelscope-temporary-", ""};

}  // namespace

TemporaryFolder::TemporaryFolder() {
  guard_.emplace([this] {
    std::error_code error;
    const std::filesystem::path parent = std::filesystem::temp_directory_path(error);
    if (error) {
      throw std::system_error(error, "TMPDIR is not a folder; set it to a folder for temporary files, or unset it");
    }
    remove_abandoned_once(parent, std::filesystem::file_type::directory, folder_name);
    do {
      path_ = std::filesystem::absolute(parent / folder_name.make());
      if (::mkdir(path_.c_str(), S_IRWXU) != 0) {
        throw std::system_error(errno, std::generic_category(), "cannot create folder " + path_.string());
      }
      lock_ = FileDescriptor{::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
      if (lock_.is_closed() && errno != ENOENT) {
        const int reason = errno;
        remove_folder(path_);
        throw std::system_error(reason, std::generic_category(), "cannot open folder " + path_.string());
      }
    } while (!lock_own(lock_.number(), path_));
    return [path = path_] { remove_folder(path); };
  });
}

TemporaryFolder::~TemporaryFolder() { remove_folder(path_); }

std::filesystem::path TemporaryFolder::write(const std::filesystem::path& name, std::string_view bytes) const {
  std::filesystem::path path = path_ / name;
  std::filesystem::create_directories(path.parent_path());
  errno = 0;
  std::ofstream file{path, std::ios::binary};
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) {
    throw std::system_error(errno != 0 ? errno : EIO, std::generic_category(), "cannot write " + path.string());
  }
  return path;
}

std::string TemporaryFolder::read(const std::filesystem::path& name) const {
  std::ifstream file{path_ / name, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
}

}  // namespace texelscope::gpu
