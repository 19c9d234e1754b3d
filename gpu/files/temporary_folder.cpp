#include "gpu/files/temporary_folder.h"

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

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

}  // namespace

TemporaryFolder::TemporaryFolder() {
  guard_.emplace([this] {
    std::error_code error;
    const std::filesystem::path parent = std::filesystem::temp_directory_path(error);
    if (error) {
      throw std::system_error(error, "TMPDIR names no folder for temporary files; name one, or unset it");
    }
    std::string pattern = std::filesystem::absolute(parent / "texelscope-XXXXXX");
    if (::mkdtemp(pattern.data()) == nullptr) {
      throw std::system_error(errno, std::generic_category(), "cannot make the folder " + pattern);
    }
    path_ = pattern;
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
