#include "app/compare/review/file_change.h"

#include <fmt/format.h>

#include <cstdint>
#include <ostream>
#include <system_error>
#include <utility>

#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/sha256.h"
#include "app/files/write_failure.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largest_kept_file = std::uintmax_t{1} << 31U;

std::optional<std::vector<std::byte>> present_bytes(const FilePlace& file) {
  return is_there(file) ? std::optional(read_file(file, largest_kept_file)) : std::nullopt;
}

std::optional<std::string> digest_of(const std::optional<std::vector<std::byte>>& bytes) {
  return bytes ? std::optional(sha256(*bytes)) : std::nullopt;
}

}  // namespace

FileChange::FileChange(FilePlace file)
    : file_{std::move(file)}, before_{present_bytes(file_)}, after_{digest_of(before_)} {
  std::error_code error;
  for (fs::path folder = file_.path.parent_path(); !folder.empty() && !fs::exists(folder, error);
       folder = folder.parent_path()) {
    missing_folders_.push_back(folder);
  }
}

void FileChange::finish() { after_ = digest_of(present_bytes(file_)); }

bool FileChange::undo() const {
  if (digest_of(present_bytes(file_)) != after_) {
    return false;
  }
  if (before_) {
    write_file(file_, *before_);
    return true;
  }
  remove_file(file_);
  for (const fs::path& folder : missing_folders_) {
    // A folder that now contains other files stays.
    remove_empty_folder({folder, file_.within});
  }
  return true;
}

}  // namespace texelscope::app
