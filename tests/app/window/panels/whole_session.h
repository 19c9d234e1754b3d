#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "app/scenes/registry.h"
#include "app/workspace/session.h"
#include "tests/app/window/panels/panel_fixture.h"

namespace texelscope::tests {

/// Pointers to all nodes of a session.
[[nodiscard]] inline std::vector<nlohmann::json::json_pointer> keys_of(
    const nlohmann::json& node, const nlohmann::json::json_pointer& place = nlohmann::json::json_pointer{}) {
  std::vector<nlohmann::json::json_pointer> keys;
  for (const auto& [name, value] : node.items()) {
    const nlohmann::json::json_pointer key = node.is_array() ? place / std::stoul(name) : place / name;
    keys.push_back(key);
    if (value.is_structured()) {
      const std::vector<nlohmann::json::json_pointer> inner = keys_of(value, key);
      keys.insert(keys.end(), inner.begin(), inner.end());
    }
  }
  return keys;
}

[[nodiscard]] inline nlohmann::json whole_session() {
  app::State state{app::scenes(), app::labs()};
  state.pictures.current = app::LoadedImage{"/pictures/a.png", nullptr, {app::Orientation::ignored, "page 2"}};
  state.pictures.list.pictures = {{.path = "/pictures/a.png"}, {.path = "/pictures/b.png"}};
  state.pictures.list.masks = {{1, 2, 30, 40}};
  state.arrangement.window_place = app::WindowPlace{};
  state.labs.current = 0;
  state.course.wanted = "a_lesson";
  state.course.file = "/courses/a.json";
  state.course.progress["a_lesson"].first_answers[0] = {
      .answer = "5", .is_right = true, .question = "0123456789abcdef", .is_skipped = true};
  state.course.other_progress[""] = state.course.progress;
  state.gallery.favorites = {std::string{state.scenes.all[0].name}};
  nlohmann::json session = nlohmann::json::parse(session_text(state));
  for (std::size_t i = 0; i < state.scenes.all.size(); ++i) {
    const std::string name{state.scenes.all[i].name};
    session["sizes"][name] = {64, 64};
    for (const app::Parameter& parameter : state.scenes.settings[i].values.parameters()) {
      session["parameters"][name][parameter.name] = state.scenes.settings[i].values.text(parameter.name);
    }
  }
  return session;
}

/// A session of an earlier version, which used other names.
[[nodiscard]] inline nlohmann::json earlier_session() {
  nlohmann::json session = whole_session();
  nlohmann::json& gallery = session.at("gallery");
  for (const auto& [word, former] :
       {std::pair{"favorites", "favourites"}, std::pair{"favorites_only", "favourites_only"}}) {
    gallery[former] = gallery.at(word);
    gallery.erase(word);
  }
  nlohmann::json& panels = session.at("panels");
  for (const char* const end : {"", "_edge", "_width", "_height"}) {
    const std::string name = std::string{"navigation"} + end;
    panels[std::string{"side"} + end] = panels.at(name);
    panels.erase(name);
  }
  return session;
}

}  // namespace texelscope::tests
