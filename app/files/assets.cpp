#include "app/files/assets.h"

#include <dlfcn.h>

#include <cstdlib>
#include <system_error>
#include <vector>

namespace texelscope::app {
namespace fs = std::filesystem;

std::optional<fs::path> find_asset(std::string_view name) {
  std::vector<fs::path> folders;
  if (const char* const named = std::getenv("TEXELSCOPE_ASSETS"); named != nullptr && *named != '\0') {
    folders.emplace_back(named);
  }
  std::error_code error;
  if (const fs::path program = fs::read_symlink("/proc/self/exe", error); !error) {
    folders.push_back(program.parent_path().parent_path() / "share/texelscope/assets");
  }
  // Such as the Python module.
  if (Dl_info library{}; ::dladdr(reinterpret_cast<const void*>(&find_asset), &library) != 0) {
    folders.push_back(fs::path(library.dli_fname).parent_path() / "assets");
  }
#ifdef TEXELSCOPE_SOURCE_ASSETS
  folders.emplace_back(TEXELSCOPE_SOURCE_ASSETS);
#endif
  for (const fs::path& folder : folders) {
    if (fs::path found = folder / name; fs::is_regular_file(found, error)) {
      return found;
    }
  }
  return std::nullopt;
}

}  // namespace texelscope::app
