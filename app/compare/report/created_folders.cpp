#include "app/compare/report/created_folders.h"

#include <unistd.h>

#include <ranges>

namespace texelscope::app {
namespace fs = std::filesystem;

CreatedFolders::~CreatedFolders() {
  for (const fs::path& folder : created_ | std::views::reverse) {
    ::rmdir(folder.c_str());
  }
}

void CreatedFolders::make(const FilePlace& folder) {
  fs::path path;
  for (const fs::path& part : folder.path) {
    path /= part;
    // Once its parent exists, because ".." may lead from a new folder to an old one.
    if (!is_there(path)) {
      make_folder({path, folder.within});
      created_.push_back(path);
    }
  }
  make_folder(folder);
}

}  // namespace texelscope::app
