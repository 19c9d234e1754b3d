#include "app/labs/kernel/own_files.h"

#include <system_error>

namespace texelscope::app {
namespace fs = std::filesystem;
namespace {

/// A unique name per file, independent of the program's current directory.
fs::path absolute_name(const fs::path& path) {
  std::error_code error;
  fs::path absolute = fs::absolute(path, error);
  return (error ? path : absolute).lexically_normal();
}

}  // namespace

OwnFiles::Version OwnFiles::version_of(const fs::path& path) {
  std::error_code error;
  const fs::file_time_type written_at = fs::last_write_time(path, error);
  return error ? Version{} : Version{written_at, fs::file_size(path, error)};
}

void OwnFiles::add(const fs::path& path) { versions_.insert_or_assign(absolute_name(path), version_of(path)); }

bool OwnFiles::is_of_others(const fs::path& path) const {
  std::error_code error;
  // The writer reports files that cannot be examined.
  if (!fs::exists(fs::symlink_status(path, error))) {
    return false;
  }
  const auto own = versions_.find(absolute_name(path));
  return own == versions_.end() || own->second != version_of(path);
}

}  // namespace texelscope::app
