#include "app/workspace/recent_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <sstream>
#include <string>
#include <system_error>

#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/json_entry.h"
#include "app/files/user_folder.h"

namespace texelscope::app {
namespace fs = std::filesystem;

namespace {

std::vector<fs::path> stored_paths(const fs::path& file) {
  std::vector<fs::path> paths;
  std::error_code error;
  if (!fs::is_regular_file(file, error)) {
    return paths;
  }
  // The longest list that the program writes.
  constexpr std::uintmax_t max_bytes = RecentFiles::capacity * (max_text_bytes + 1);
  const std::vector<std::byte> bytes = read_file(file, max_bytes);
  std::istringstream in(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  for (std::string line; paths.size() < RecentFiles::capacity && std::getline(in, line);) {
    if (line.size() <= max_text_bytes && fs::path(line).is_absolute() && fs::path(line).has_filename()) {
      paths.emplace_back(line);
    }
  }
  return paths;
}

}  // namespace

RecentFiles::RecentFiles(std::optional<fs::path> file) : file_{std::move(file)} {
  try {
    paths_ = file_ ? stored_paths(*file_) : std::vector<fs::path>{};
  } catch (const FileError&) {
    // Replaced when a file is opened.
  }
}

void RecentFiles::add(const fs::path& opened, Notices& notices, double now) {
  const fs::path path = fs::absolute(opened).lexically_normal();
  if (path.string().find('\n') != std::string::npos || path.native().size() > max_text_bytes) {
    return;
  }
  change(
      [&] {
        std::erase(paths_, path);
        paths_.insert(paths_.begin(), path);
        paths_.resize(std::min(paths_.size(), capacity));
      },
      notices, now);
}

void RecentFiles::remove(const fs::path& path, Notices& notices, double now) {
  change([&] { std::erase(paths_, path); }, notices, now);
}

void RecentFiles::change(const std::function<void()>& change, Notices& notices, double now) {
  if (!file_) {
    change();
    return;
  }
  try {
    change_in_turn(*file_, [&] {
      paths_ = RecentFiles(file_).paths_;
      change();
      make_folder_of(*file_);
      write_file(*file_, [&](std::ostream& out) {
        for (const fs::path& each : paths_) {
          out << each.string() << '\n';
        }
      });
    });
  } catch (const FileError& error) {
    notices.notify(NoticeKind::warning, fmt::format("The list of recent files was not saved: {}", error.what()), now);
    file_.reset();
    // It has no effect if it was made before the failure.
    change();
  }
}

std::optional<fs::path> find_recent_files_file() {
  const auto folder = find_user_folder(UserFolder::state);
  return folder ? std::optional{*folder / "recent_files"} : std::nullopt;
}

}  // namespace texelscope::app
