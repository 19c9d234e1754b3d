#include "app/files/user_folder.h"

#include <system_error>

#include "app/files/write_failure.h"
#include "gpu/files/environment.h"

namespace texelscope::app {
namespace fs = std::filesystem;
std::optional<fs::path> find_user_folder(UserFolder folder) {
  const bool is_state = folder == UserFolder::state;
  if (const auto named = gpu::named_folder(is_state ? "XDG_STATE_HOME" : "XDG_CONFIG_HOME")) {
    return *named / "texelscope";
  }
  if (const auto home = gpu::named_folder("HOME")) {
    return *home / (is_state ? ".local/state" : ".config") / "texelscope";
  }
  return std::nullopt;
}

void make_folder_of(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (error) {
    throw write_failure(path, error);
  }
}

}  // namespace texelscope::app
