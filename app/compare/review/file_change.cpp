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

std::optional<std::vector<std::byte>> present_bytes(const fs::path& path) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(path, error))) {
    return std::nullopt;
  }
  return read_file(path, largest_kept_file);
}

std::optional<std::string> digest_of(const std::optional<std::vector<std::byte>>& bytes) {
  return bytes ? std::optional(sha256(*bytes)) : std::nullopt;
}

}  // namespace

FileChange::FileChange(fs::path path)
    : path_{std::move(path)}, before_{present_bytes(path_)}, after_{digest_of(before_)} {
  std::error_code error;
  for (fs::path folder = path_.parent_path(); !folder.empty() && !fs::exists(folder, error);
       folder = folder.parent_path()) {
    missing_folders_.push_back(folder);
  }
}

void FileChange::finish() { after_ = digest_of(present_bytes(path_)); }

bool FileChange::is_current() const { return digest_of(present_bytes(path_)) == after_; }

void FileChange::undo() const {
  if (!is_current()) {
    throw FileError(fmt::format(
        "{} has been written by others since, and stays as it is; bring back what it was by version control",
        path_.string()));
  }
  if (before_) {
    write_file(path_, [&](std::ostream& out) {
      out.write(reinterpret_cast<const char*>(before_->data()), static_cast<std::streamsize>(before_->size()));
    });
    return;
  }
  std::error_code error;
  fs::remove(path_, error);
  if (error) {
    throw FileError(fmt::format("cannot remove {}: {}", path_.string(), write_failure_text(path_, error)));
  }
  for (const fs::path& folder : missing_folders_) {
    // One that has another file by now stays.
    fs::remove(folder, error);
  }
}

}  // namespace texelscope::app
