#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "app/core/session.h"
#include "app/core/setting_text.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::ordered_json;

Json settings_json(const State& state) {
  Json parameters = Json::object();
  for (std::size_t i = 0; i < state.scenes.size(); ++i) {
    const ParameterValues& values = state.settings[i].values;
    for (const Parameter& parameter : values.parameters()) {
      if (values.value(parameter.name) != parameter.initial) {
        parameters[std::string{state.scenes[i].name}][parameter.name] = values.text(parameter.name);
      }
    }
  }
  return parameters;
}

Json sizes_json(const State& state) {
  Json sizes = Json::object();
  for (std::size_t i = 0; i < state.scenes.size(); ++i) {
    const FrameSize& size = state.settings[i].size;
    if (!size.follows_viewport) {
      sizes[std::string{state.scenes[i].name}] = {size.width, size.height};
    }
  }
  return sizes;
}

Json labs_json(const State& state) {
  Json labs = Json::object();
  for (std::size_t i = 0; i < state.labs.size(); ++i) {
    Json& settings = labs[std::string{state.labs[i].name}] = Json::object();
    for (const auto& [name, text] : state.lab_states[i]->settings()) {
      settings[name] = text;
    }
  }
  return labs;
}

/// Also of one that is on its way.
std::optional<std::filesystem::path> image_path(const State& state) {
  if (state.requests.image && state.requests.keeps_lab) {
    return state.requests.image;
  }
  if (state.is_loading) {
    return state.loading_path;
  }
  return state.image ? std::optional{state.image->path} : std::nullopt;
}

}  // namespace

std::string session_text(const State& state) {
  Json json = {{"texelscope_session", session_version}, {"scene", current_scene(state).name}};
  if (const auto path = image_path(state)) {
    json["image"] = std::filesystem::absolute(*path).string();
  }
  json["parameters"] = settings_json(state);
  json["sizes"] = sizes_json(state);
  json["frame"] = {{"number", state.playback.number}, {"is_paused", state.playback.is_paused}};
  json["view"] = {
      {"is_fit", state.view.is_fit}, {"zoom", state.view.zoom}, {"x", state.view.center.x}, {"y", state.view.center.y}};
  json["exposure"] = state.exposure;
  json["panels"] = {{"side", state.has_side_panel},
                    {"side_width", state.side_width},
                    {"messages", state.has_log},
                    {"texel_grid", state.has_grid},
                    {"texel_values", state.has_texel_values},
                    {"theme", name_of(color_theme_names, state.color_theme)}};
  const Gallery& gallery = state.gallery;
  json["gallery"] = {{"favourites", gallery.favourites},
                     {"favourites_only", gallery.has_favourites_only},
                     {"seconds_per_scene", gallery.seconds_per_scene},
                     {"is_shown", gallery.is_shown}};
  if (state.lab) {
    json["lab"] = state.labs[*state.lab].name;
  }
  for (const auto& [name, progress] : state.course.progress) {
    json["lessons"][name] = {{"step", progress.step}, {"is_finished", progress.is_finished}};
  }
  json["labs"] = labs_json(state);
  // What was typed may be no UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace texelscope::app
