#pragma once

#include <filesystem>
#include <optional>

namespace texelscope::app {

/// What the program keeps for its user from one start to the next.
enum class UserFolder : unsigned char {
  /// What was chosen: $XDG_CONFIG_HOME, else $HOME/.config.
  configuration,
  /// What was done last: $XDG_STATE_HOME, else $HOME/.local/state.
  state,
};

/// texelscope in one of these, as the XDG base directory specification places them; nothing where neither variable is
/// an absolute path. It may not be there yet.
[[nodiscard]] std::optional<std::filesystem::path> find_user_folder(UserFolder folder);

/// Makes the folder that a file is to be written into. @throws FileError.
void make_folder_of(const std::filesystem::path& path);

}  // namespace texelscope::app
