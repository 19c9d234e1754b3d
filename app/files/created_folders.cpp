#include "app/files/created_folders.h"

#include <ranges>
#include <system_error>

namespace texelscope::app {
namespace fs = std::filesystem;

CreatedFolders::~CreatedFolders() {
  std::error_code error;
  for (const fs::path& folder : created_ | std::views::reverse) {
    fs::remove(folder, error);
  }
}

void CreatedFolders::make(const FilePlace& folder) {
  std::vector<fs::path> missing;
  for (fs::path path = folder.path; !path.empty() && !is_there(path); path = path.parent_path()) {
    missing.push_back(path);
  }
  // Before they exist, because creating a folder may fail after its parents were created.
  created_.insert(created_.end(), missing.rbegin(), missing.rend());
  make_folder(folder);
}

}  // namespace texelscope::app
