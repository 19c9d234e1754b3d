#include "app/compare/report/created_folders.h"

#include <filesystem>
#include <ranges>

namespace texelscope::app {
namespace fs = std::filesystem;

CreatedFolders::~CreatedFolders() {
  for (const FilePlace& folder : created_ | std::views::reverse) {
    remove_empty_folder(folder);
  }
}

void CreatedFolders::make(const FilePlace& folder) {
  fs::path path;
  for (const fs::path& part : folder.path) {
    path /= part;
    // Once its parent exists, because ".." may lead from a new folder to an old one.
    if (!is_there(path)) {
      created_.push_back({path, folder.within});
      make_folder(created_.back());
    }
  }
  make_folder(folder);
}

}  // namespace texelscope::app
