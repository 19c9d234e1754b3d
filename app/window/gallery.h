#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/scene/scene.h"

namespace texelscope::app {

struct State;

/// The gallery over the viewport: small frames of all scenes, and the tour through them.
struct Gallery {
  bool is_shown = false;
  /// Set when it opens: its field asks for the keyboard.
  bool takes_focus = false;
  /// Enter was pressed: it counts when what was typed before has reached the search.
  bool has_enter = false;
  std::string search{};
  /// Names of scenes; the session keeps them.
  std::set<std::string, std::less<>> favorites{};
  /// Where they are remembered; nothing where they are not.
  std::optional<std::filesystem::path> favorites_file{};
  bool has_favorites_only = false;
  /// The scene under the mouse, whose small frame then moves.
  std::optional<std::size_t> hovered{};
  /// Those in sight, which are made first.
  std::vector<std::size_t> visible{};
  /// Scenes whose small frame could not be made, and why.
  std::vector<std::string> errors{};

  bool is_touring = false;
  int seconds_per_scene = 8;
  /// The scene that the tour shows, and since when.
  std::size_t tour_scene = 0;
  double tour_since = 0;
};

/// Size of the small frames in pixels.
inline constexpr int thumbnail_width = 192;
inline constexpr int thumbnail_height = 120;

/// Of the small frame of a scene in State::panel_images.
[[nodiscard]] std::string thumbnail_name(const SceneDeclaration& scene);

/// Opens it with an empty search, or closes it.
void toggle_gallery(State& state);
/// Positions of the scenes to show, favorites first: each word of the search stands in the scene's name, title, or in
/// what it teaches or how it is controlled, whatever its case.
[[nodiscard]] std::vector<std::size_t> gallery_scenes(const State& state);
/// Makes a scene a favorite, or no longer, and remembers it.
void toggle_favorite(State& state, std::size_t scene);
/// Shows a scene and closes the gallery.
void choose_from_gallery(State& state, std::size_t scene);

/// Begins or ends the tour: one scene after the other, favorites only where only those are shown.
void toggle_tour(State& state);
/// Once a frame: goes on to the next scene when it is time. A scene that was chosen by hand gets its whole time; a lab
/// stops the clock. Whether the scene changed.
bool advance_tour(State& state);

}  // namespace texelscope::app
