#pragma once

#include <filesystem>
#include <optional>

namespace texelscope::app {

/// The user's data that the program saves between runs.
enum class UserFolder : unsigned char {
  /// Settings: $XDG_CONFIG_HOME, otherwise $HOME/.config.
  configuration,
  /// Recent state: $XDG_STATE_HOME, otherwise $HOME/.local/state.
  state,
};

/// The folder texelscope in one of these, as in the XDG base directory specification; nullopt if neither variable is an
/// absolute path. It may not exist yet.
[[nodiscard]] std::optional<std::filesystem::path> find_user_folder(UserFolder folder);

/// Creates the folder for a file to be written. @throws FileError.
void make_folder_of(const std::filesystem::path& path);

}  // namespace texelscope::app
