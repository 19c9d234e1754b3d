#include "app/files/user_folder.h"

#include <fmt/format.h>

#include <cstdlib>
#include <system_error>

#include "app/files/file_error.h"

namespace texelscope::app {
namespace fs = std::filesystem;
namespace {

/// The folder that a variable names. A relative one would be another with each working folder.
std::optional<fs::path> named_folder(const char* variable) {
  const char* const text = std::getenv(variable);
  if (text == nullptr || !fs::path{text}.is_absolute()) {
    return std::nullopt;
  }
  return text;
}

}  // namespace

std::optional<fs::path> find_user_folder(UserFolder folder) {
  const bool is_state = folder == UserFolder::state;
  if (const auto named = named_folder(is_state ? "XDG_STATE_HOME" : "XDG_CONFIG_HOME")) {
    return *named / "texelscope";
  }
  if (const auto home = named_folder("HOME")) {
    return *home / (is_state ? ".local/state" : ".config") / "texelscope";
  }
  return std::nullopt;
}

fs::path prepare_user_file(const fs::path& path) {
  std::error_code error;
  // What links to a file elsewhere stays a link.
  const fs::path target = fs::exists(path, error) ? fs::canonical(path, error) : path;
  if (!error) {
    fs::create_directories(target.parent_path(), error);
  }
  if (error) {
    throw FileError(
        fmt::format("cannot write {}: {}; check the path and the permissions", path.string(), error.message()));
  }
  return target;
}

}  // namespace texelscope::app
