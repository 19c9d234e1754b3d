#include "app/workspace/gallery.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>

#include "app/text/count_text.h"
#include "app/workspace/favorites.h"
#include "app/workspace/state.h"

namespace texelscope::app {
namespace {

std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char byte) { return static_cast<char>(std::tolower(byte)); });
  return text;
}

bool is_found(const SceneDeclaration& scene, const std::string& search) {
  const std::string text =
      lower_case(fmt::format("{} {} {} {}", scene.name, scene.title, scene.teaches, scene.controls));
  std::istringstream words(lower_case(search));
  for (std::string word; words >> word;) {
    if (text.find(word) == std::string::npos) {
      return false;
    }
  }
  return true;
}

bool is_favorite(const State& state, std::size_t scene) {
  return state.gallery.favorites.contains(state.scenes.all[scene].name);
}

/// Whether the gallery and the tour may show a scene.
bool is_included(const State& state, std::size_t scene) {
  return !state.gallery.has_favorites_only || is_favorite(state, scene);
}

}  // namespace

std::string thumbnail_name(const SceneDeclaration& scene) { return fmt::format("thumbnail.{}", scene.name); }

void toggle_gallery(State& state) {
  Gallery& gallery = state.gallery;
  gallery.is_shown = !gallery.is_shown;
  gallery.takes_focus = gallery.is_shown;
  gallery.has_enter = false;
  gallery.search.clear();
  gallery.hovered.reset();
}

std::vector<std::size_t> gallery_scenes(const State& state) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < state.scenes.all.size(); ++i) {
    if (is_found(state.scenes.all[i], state.gallery.search) && is_included(state, i)) {
      found.push_back(i);
    }
  }
  std::ranges::stable_partition(found, [&](std::size_t scene) { return is_favorite(state, scene); });
  return found;
}

void toggle_favorite(State& state, std::size_t scene) {
  const std::string name{state.scenes.all[scene].name};
  if (state.gallery.favorites.erase(name) == 0) {
    state.gallery.favorites.insert(name);
  }
  remember_favorite(state, name);
}

void choose_from_gallery(State& state, std::size_t scene) {
  choose_scene(state, scene);
  state.gallery.is_shown = false;
  state.gallery.hovered.reset();
}

void toggle_tour(State& state) {
  Gallery& gallery = state.gallery;
  gallery.is_touring = !gallery.is_touring;
  gallery.tour_scene = state.scenes.current;
  gallery.tour_since = state.now;
  if (gallery.is_touring) {
    // The scene itself is shown instead.
    gallery.is_shown = false;
    choose_scene(state, state.scenes.current);
  }
}

bool advance_tour(State& state) {
  Gallery& gallery = state.gallery;
  if (!gallery.is_touring) {
    return false;
  }
  if (state.labs.is_any_open() || gallery.is_shown || gallery.tour_scene != state.scenes.current) {
    gallery.tour_scene = state.scenes.current;
    gallery.tour_since = state.now;
    return false;
  }
  if (state.now - gallery.tour_since < gallery.seconds_per_scene) {
    return false;
  }
  gallery.tour_since = state.now;
  for (std::size_t step = 1; step < state.scenes.all.size(); ++step) {
    const std::size_t next = (state.scenes.current + step) % state.scenes.all.size();
    if (is_included(state, next)) {
      choose_scene(state, next);
      gallery.tour_scene = next;
      return true;
    }
  }
  return false;
}

std::string tour_text(const State& state) {
  std::size_t scenes = 0;
  std::size_t number = 0;
  for (std::size_t i = 0; i < state.scenes.all.size(); ++i) {
    if (is_included(state, i)) {
      ++scenes;
      number = i == state.scenes.current ? scenes : number;
    }
  }
  return fmt::format("tour {}of {}", number == 0 ? "" : fmt::format("{} ", number),
                     state.gallery.has_favorites_only ? count_text(scenes, "favorite") : fmt::format("{}", scenes));
}

}  // namespace texelscope::app
