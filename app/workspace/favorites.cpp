#include "app/workspace/favorites.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>
#include <system_error>
#include <utility>
#include <vector>

#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/json_entry.h"
#include "app/files/json_text.h"
#include "app/files/user_folder.h"

namespace texelscope::app {
namespace fs = std::filesystem;
namespace {

using Names = std::set<std::string, std::less<>>;

/// The file of earlier versions. It is never changed, so that they can still read it.
constexpr const char* earlier_file_name = "favourites.json";
constexpr const char* earlier_key = "texelscope_favourites";

constexpr std::uintmax_t largest_favorites_bytes = 1 << 20;

bool is_missing(const fs::path& path) {
  std::error_code error;
  return fs::status(path, error).type() == fs::file_type::not_found;
}

/// The favorites in the file, or those of the gallery if the file cannot be read.
Names remembered_names(const Gallery& gallery) {
  try {
    return load_favorites(*gallery.favorites_file);
  } catch (const FileError&) {
    return gallery.favorites;
  }
}

/// @throws FileError.
void save_favorites(const fs::path& path, const Names& names) {
  const nlohmann::ordered_json json = {{"texelscope_favorites", 1}, {"scenes", names}};
  make_folder_of(path);
  write_file(path, [&](std::ostream& out) { out << json.dump(2) << '\n'; });
}

}  // namespace

std::optional<fs::path> find_favorites_file() {
  const auto folder = find_user_folder(UserFolder::configuration);
  return folder ? std::optional{*folder / "favorites.json"} : std::nullopt;
}

Names load_favorites(const fs::path& path) {
  const fs::path file = is_missing(path) ? path.parent_path() / earlier_file_name : path;
  if (is_missing(file)) {
    return {};
  }
  const std::vector<std::byte> bytes = read_file(file, largest_favorites_bytes);
  std::string wrong = "it is not a version 1 favorites file";
  try {
    const nlohmann::ordered_json json = parse_json(bytes);
    const JsonEntry entries(json);
    const auto version = entries.find("texelscope_favorites");
    if (version ? version->json() == 1 : entries.number_or(earlier_key, 0) == 1) {
      const std::vector<std::string> names = entries.at("scenes").texts();
      return {names.begin(), names.end()};
    }
  } catch (const FileError& error) {
    wrong = error.what();
  }
  throw FileError(fmt::format("cannot read {}: {}; fix or remove it", file.string(), wrong));
}

void recall_favorites(State& state, std::optional<fs::path> file) {
  state.gallery.favorites_file = std::move(file);
  if (!state.gallery.favorites_file) {
    return;
  }
  try {
    const Names names = load_favorites(*state.gallery.favorites_file);
    // A saved session contains only names of scenes.
    for (const SceneDeclaration& scene : state.scenes.all) {
      if (names.contains(scene.name)) {
        state.gallery.favorites.emplace(scene.name);
      }
    }
  } catch (const FileError& error) {
    state.notices.notify(
        NoticeKind::warning,
        fmt::format("The favorites were not loaded: {}. The file stays unchanged until you change a favorite",
                    error.what()),
        state.now);
  }
}

void remember_favorite(State& state, const std::string& name) {
  if (!state.gallery.favorites_file) {
    return;
  }
  try {
    change_in_turn(*state.gallery.favorites_file, [&] {
      Names names = remembered_names(state.gallery);
      if (state.gallery.favorites.contains(name)) {
        names.insert(name);
      } else {
        names.erase(name);
      }
      save_favorites(*state.gallery.favorites_file, names);
    });
  } catch (const FileError& error) {
    state.notices.notify(NoticeKind::error, fmt::format("The favorite was not saved: {}", error.what()), state.now);
  }
}

}  // namespace texelscope::app
