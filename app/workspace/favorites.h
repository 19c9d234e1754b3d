#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>

#include "app/workspace/state.h"

namespace texelscope::app {

/// The file that stores favorites between starts; nothing if no folder exists for it.
[[nodiscard]] std::optional<std::filesystem::path> find_favorites_file();

/// The names in a favorites file, {"texelscope_favorites": 1, "scenes": [name, …]}, including names that no scene has.
/// If the file does not exist, reads favourites.json in its folder, which earlier versions wrote; empty if neither
/// exists. @throws FileError, with the path and the reason.
[[nodiscard]] std::set<std::string, std::less<>> load_favorites(const std::filesystem::path& path);

/// Loads the favorites from the file, and saves later changes to it. An unreadable file becomes a notice and stays
/// unchanged until the user changes a favorite.
void recall_favorites(State& state, std::optional<std::filesystem::path> file);

/// Updates one name in the file to match the gallery; the other names stay, even if they are not favorites in the
/// current session. Creates the folder. A failure becomes a notice.
void remember_favorite(State& state, const std::string& name);

}  // namespace texelscope::app
