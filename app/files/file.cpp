#include "app/files/file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

#include "app/files/file_error.h"

namespace texelscope::app {
namespace fs = std::filesystem;
namespace {

std::string last_reason() { return std::generic_category().message(errno != 0 ? errno : EIO); }

}  // namespace

std::vector<std::byte> read_file(const fs::path& path, std::uintmax_t largest_size) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) {
    throw FileError(fmt::format("cannot read {}: there is no such file; check the path", path.string()));
  }
  if (fs::is_directory(status)) {
    throw FileError(fmt::format("cannot read {}: it is a folder; name a file in it", path.string()));
  }
  if (error) {
    throw FileError(
        fmt::format("cannot read {}: {}; check the path and the permissions", path.string(), error.message()));
  }
  // A pipe or a device could block or never end.
  if (!fs::is_regular_file(status)) {
    throw FileError(
        fmt::format("cannot read {}: it is no ordinary file; save what it gives to a file first", path.string()));
  }
  const std::uintmax_t size = fs::file_size(path, error);
  if (!error && size > largest_size) {
    throw FileError(fmt::format("cannot read {}: {} bytes are more than the {} that are read; use a smaller file",
                                path.string(), size, largest_size));
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (error || !file) {
    throw FileError(fmt::format("cannot read {}: {}; check its permissions", path.string(),
                                error ? error.message() : last_reason()));
  }
  std::vector<std::byte> bytes(size);
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  if (static_cast<std::uintmax_t>(file.gcount()) != size) {
    throw FileError(
        fmt::format("cannot read {}: {} of {} bytes came; check the disk", path.string(), file.gcount(), size));
  }
  return bytes;
}

void require_writable(const fs::path& path) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::error_code error;
  if (!path.has_filename() || fs::is_directory(path, error)) {
    throw FileError(fmt::format("cannot write {}: it is a folder; name a file in it", path.string()));
  }
  if (!fs::is_directory(folder, error)) {
    throw FileError(
        fmt::format("cannot write {}: there is no folder {}; make it first", path.string(), folder.string()));
  }
  // A device, such as /dev/stdout, is opened itself.
  const bool is_special = fs::exists(path, error) && !fs::is_regular_file(path, error);
  errno = 0;
  if (!is_special && ::access(folder.c_str(), W_OK | X_OK) != 0) {
    throw FileError(fmt::format("cannot write {}: folder {}: {}; choose another folder or change its permissions",
                                path.string(), folder.string(), last_reason()));
  }
}

void write_file(const fs::path& path, const std::function<void(std::ostream&)>& write) {
  require_writable(path);
  std::error_code error;
  // Devices such as /dev/stdout have no file that could take their place.
  const bool is_special = fs::exists(path, error) && !fs::is_regular_file(path, error);
  const fs::path beside = is_special ? path : fs::path(fmt::format("{}.{}.part", path.string(), ::getpid()));
  const auto remove_beside = [&] {
    if (std::error_code ignored; !is_special) {
      fs::remove(beside, ignored);
    }
  };
  const auto give_up = [&](const std::string& reason) {
    remove_beside();
    throw FileError(
        fmt::format("cannot write {}: {}; check that the folder can be written and has room", path.string(), reason));
  };
  errno = 0;
  std::ofstream file(beside, std::ios::binary | std::ios::trunc);
  if (!file) {
    give_up(last_reason());
  }
  try {
    write(file);
    file.close();
  } catch (...) {
    remove_beside();
    throw;
  }
  if (!file) {
    give_up(last_reason());
  }
  if (!is_special) {
    fs::rename(beside, path, error);
    if (error) {
      give_up(error.message());
    }
  }
}

fs::path free_name(const std::string& stem, std::string_view extension) {
  fs::path path = fmt::format("{}{}", stem, extension);
  std::error_code error;
  for (int copy = 2; fs::exists(path, error); ++copy) {
    path = fmt::format("{}-{}{}", stem, copy, extension);
  }
  return path;
}

}  // namespace texelscope::app
