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

/// The gallery over the viewport: thumbnails of all scenes, and the tour through them.
struct Gallery {
  bool is_shown = false;
  /// Set when it opens: its field requests keyboard focus.
  bool takes_focus = false;
  /// Enter was pressed; it takes effect once the search contains everything typed before.
  bool has_enter = false;
  std::string search{};
  /// Names of scenes; saved in the session.
  std::set<std::string, std::less<>> favorites{};
  /// Their file; nothing if they are not saved.
  std::optional<std::filesystem::path> favorites_file{};
  bool has_favorites_only = false;
  /// The scene under the mouse; its thumbnail is animated.
  std::optional<std::size_t> hovered{};
  /// Visible scenes, whose thumbnails are created first.
  std::vector<std::size_t> visible{};
  /// Errors of scenes whose thumbnails could not be created.
  std::vector<std::string> errors{};

  bool is_touring = false;
  int seconds_per_scene = 8;
  /// The scene that the tour shows, and the time when it began to show it.
  std::size_t tour_scene = 0;
  double tour_since = 0;
};

/// Size of the thumbnails in pixels.
inline constexpr int thumbnail_width = 192;
inline constexpr int thumbnail_height = 120;

/// The name of a scene's thumbnail in Drawn::images.
[[nodiscard]] std::string thumbnail_name(const SceneDeclaration& scene);

/// Opens the gallery with an empty search, or closes it.
void toggle_gallery(State& state);
/// Positions of the scenes to show, favorites first: each word of the search occurs in the scene's name, title, topic
/// or controls, ignoring case.
[[nodiscard]] std::vector<std::size_t> gallery_scenes(const State& state);
/// Adds a scene to the favorites, or removes it, and saves them.
void toggle_favorite(State& state, std::size_t scene);
/// Shows a scene and closes the gallery.
void choose_from_gallery(State& state, std::size_t scene);

/// Begins or ends the tour of all scenes, or only of favorites if only they are shown.
void toggle_tour(State& state);
/// Call once a frame: moves on to the next scene when due. A scene chosen by hand is shown for its full time; a lab
/// stops the clock. Returns whether the scene changed.
bool advance_tour(State& state);
/// "tour 2 of 30", or "tour 1 of 3 favorites"; without the first number while the current scene is not part of the
/// tour.
[[nodiscard]] std::string tour_text(const State& state);

}  // namespace texelscope::app
