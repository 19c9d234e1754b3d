#include "app/files/assets.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <system_error>
#include <utility>
#include <vector>

#include "app/files/file_error.h"

namespace texelscope::app {
namespace fs = std::filesystem;

namespace {

/// The folder in TEXELSCOPE_ASSETS; nullopt if it is not set. @throws FileError like require_named_assets().
std::optional<fs::path> named_assets() {
  const char* const named = std::getenv("TEXELSCOPE_ASSETS");
  if (named == nullptr || *named == '\0') {
    return std::nullopt;
  }
  if (std::error_code error; !fs::is_directory(named, error)) {
    throw FileError(fmt::format(
        "TEXELSCOPE_ASSETS is {}, which is not a readable folder; set it to another folder, or unset it", named));
  }
  return named;
}

}  // namespace

void require_named_assets() { static_cast<void>(named_assets()); }

std::optional<fs::path> find_asset(std::string_view name) {
  std::vector<fs::path> folders;
  std::error_code error;
  if (std::optional<fs::path> named = named_assets()) {
    folders.push_back(std::move(*named));
  }
  if (const fs::path program = fs::read_symlink("/proc/self/exe", error); !error) {
    folders.push_back(program.parent_path().parent_path() / "share/texelscope/assets");
  }
  // The Python module is in a package that also contains the program.
  if (Dl_info library{}; ::dladdr(reinterpret_cast<const void*>(&find_asset), &library) != 0) {
    folders.push_back(fs::path(library.dli_fname).parent_path() / "program/share/texelscope/assets");
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
