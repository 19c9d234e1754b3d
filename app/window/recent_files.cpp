#include "app/window/recent_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <ostream>
#include <string>

#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/user_folder.h"

namespace texelscope::app {
namespace fs = std::filesystem;

RecentFiles::RecentFiles(std::optional<fs::path> file) : file_{std::move(file)} {
  if (!file_ || !fs::is_regular_file(*file_)) {
    return;
  }
  std::ifstream in(*file_);
  for (std::string line; paths_.size() < capacity && std::getline(in, line);) {
    if (fs::path(line).is_absolute()) {
      paths_.emplace_back(line);
    }
  }
}

void RecentFiles::add(const fs::path& opened, Notices& notices, double now) {
  const fs::path path = fs::absolute(opened).lexically_normal();
  if (path.string().find('\n') != std::string::npos) {
    return;
  }
  std::erase(paths_, path);
  paths_.insert(paths_.begin(), path);
  paths_.resize(std::min(paths_.size(), capacity));
  if (!file_) {
    return;
  }
  try {
    make_folder_of(*file_);
    write_file(*file_, [&](std::ostream& out) {
      for (const fs::path& each : paths_) {
        out << each.string() << '\n';
      }
    });
  } catch (const FileError& error) {
    notices.notify(NoticeKind::warning, fmt::format("The file was not added to the recent files: {}", error.what()),
                   now);
    file_.reset();
  }
}

std::optional<fs::path> find_recent_files_file() {
  const auto folder = find_user_folder(UserFolder::state);
  return folder ? std::optional{*folder / "recent_files"} : std::nullopt;
}

}  // namespace texelscope::app
