#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>

#include "app/window/state.h"

namespace texelscope::app {

/// The file that remembers favorites from one start to the next; nothing where there is no folder for it.
[[nodiscard]] std::optional<std::filesystem::path> find_favorites_file();

/// The names in a file of favorites, {"texelscope_favorites": 1, "scenes": [name, …]}, also those that no scene has.
/// Where there is no such file, those of favourites.json beside it, as earlier versions wrote it; none without either.
/// @throws FileError, with the path and what is wrong.
[[nodiscard]] std::set<std::string, std::less<>> load_favorites(const std::filesystem::path& path);

/// Takes up the favorites that the file remembers, and has those that the user changes remembered there. A file that
/// cannot be read becomes a notice, and stays as it is until then.
void recall_favorites(State& state, std::optional<std::filesystem::path> file);

/// Brings what the file remembers of one name to what the gallery has; the other names stay, of whatever session the
/// gallery's are. Makes the folder. What fails becomes a notice.
void remember_favorite(State& state, const std::string& name);

}  // namespace texelscope::app
