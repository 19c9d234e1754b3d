#include "gpu/files/temporary_folder.h"

#include <fcntl.h>

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>

#include "gpu/files/owner_lock.h"

namespace texelscope::gpu {
namespace {

void remove_folder(const std::filesystem::path& path) {
  // A process that is being killed may still add a file.
  constexpr int tries = 5;
  std::error_code error;
  for (int count = 0; count < tries && (count == 0 || error); ++count) {
    std::filesystem::remove_all(path, error);
  }
}

/// Long enough that no folder of a person has it: what nobody holds is removed with all that is in it.
constexpr std::string_view prefix = "texelscope-temporary-";
constexpr std::size_t letters = 6;

bool is_folder_name(std::string_view name) {
  return name.starts_with(prefix) && name.size() == prefix.size() + letters;
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  guard_.emplace([this] {
    std::error_code error;
    const std::filesystem::path parent = std::filesystem::temp_directory_path(error);
    if (error) {
      throw std::system_error(error, "TMPDIR does not name a folder for temporary files; set it to one, or unset it");
    }
    remove_abandoned_once(parent, std::filesystem::file_type::directory, is_folder_name);
    const std::string pattern = std::filesystem::absolute(parent / (std::string{prefix} + std::string(letters, 'X')));
    do {
      std::string name = pattern;
      if (::mkdtemp(name.data()) == nullptr) {
        throw std::system_error(errno, std::generic_category(), "cannot create the folder " + name);
      }
      path_ = name;
      lock_ = FileDescriptor{::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
      if (lock_.is_closed() && errno != ENOENT) {
        const int reason = errno;
        remove_folder(path_);
        throw std::system_error(reason, std::generic_category(), "cannot open the folder " + name);
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
