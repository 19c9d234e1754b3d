#include "app/files/write_failure.h"

#include <fmt/format.h>

#include <cerrno>

namespace texelscope::app {
namespace fs = std::filesystem;
namespace {

std::string folder_of(const fs::path& path) { return path.has_parent_path() ? path.parent_path().string() : "."; }

}  // namespace

std::string write_failure_text(const fs::path& path, const std::error_code& reason) {
  switch (reason.category() == std::generic_category() || reason.category() == std::system_category() ? reason.value()
                                                                                                      : 0) {
    case ENOSPC:
      return fmt::format("no space left on the device of {}; free some space, or choose another folder", path.string());
    case EDQUOT:
      return fmt::format("disk quota exceeded on the device of {}; free some space, or choose another folder",
                         path.string());
    case EROFS:
      return fmt::format("{} is on a read-only file system; choose another folder", folder_of(path));
    case EISDIR:
      return "it is a folder; specify a file in it";
    case ENOENT:
      if (std::error_code error; fs::is_directory(folder_of(path), error)) {
        return fmt::format("{}; choose another folder", reason.message());
      }
      return fmt::format("folder {} does not exist; create it first", folder_of(path));
    case ENOTDIR:
    case EEXIST:
      return fmt::format("{}: part of the path is a file; choose another folder", reason.message());
    case EACCES:
    case EPERM:
      return fmt::format("{}; check the permissions of the file and its folder", reason.message());
    case ENAMETOOLONG:
      return fmt::format("{}; choose a shorter name, or a folder with a shorter path", reason.message());
    case EXDEV:
      return "a link leads out of its folder; replace the link with a copy";
    case ELOOP:
      return fmt::format("{}; choose another name", reason.message());
    case EFBIG:
      return fmt::format("{}; raise the file size limit (ulimit -f), or choose a device that supports larger files",
                         reason.message());
    case EMFILE:
    case ENFILE:
      return fmt::format("{}; close some files, or raise the limit (ulimit -n)", reason.message());
    case EIO:
      return fmt::format("{}; check the device, or choose another folder", reason.message());
    default:
      return fmt::format("{}; choose another folder or name", reason.message());
  }
}

FileError write_failure(const fs::path& path, const std::error_code& reason) {
  return FileError(fmt::format("cannot write {}: {}", path.string(), write_failure_text(path, reason)));
}

std::string read_advice(const std::error_code& reason) {
  switch (reason.value()) {
    case EACCES:
    case EPERM:
      return "check the permissions of the file and its folders";
    case EIO:
      return "check the device, or copy the file from elsewhere";
    case EMFILE:
    case ENFILE:
      return "close some files, or raise the limit (ulimit -n)";
    default:
      return "check the path";
  }
}

}  // namespace texelscope::app
