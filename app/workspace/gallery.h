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
