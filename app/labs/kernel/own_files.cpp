#include "app/labs/kernel/own_files.h"

#include <system_error>

namespace texelscope::app {
namespace fs = std::filesystem;
namespace {

/// One name for each file, wherever the program's working folder is then.
fs::path absolute_name(const fs::path& path) {
  std::error_code error;
  fs::path absolute = fs::absolute(path, error);
  return (error ? path : absolute).lexically_normal();
}

}  // namespace

void OwnFiles::add(const fs::path& path) { paths_.insert(absolute_name(path)); }

bool OwnFiles::is_of_others(const fs::path& path) const {
  std::error_code error;
  // What cannot be looked at is left to the writer, which says why.
  return fs::exists(fs::symlink_status(path, error)) && !paths_.contains(absolute_name(path));
}

}  // namespace texelscope::app
