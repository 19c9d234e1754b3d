#include "app/core/session_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>

#include "app/core/file.h"
#include "app/core/image_file.h"
#include "app/core/json_reason.h"

namespace texelscope::app {
namespace {

constexpr std::uintmax_t largest_session_bytes = 1 << 20;

std::size_t scene_position(const State& state, const std::string& name) {
  const auto found = std::ranges::find(state.scenes, name, &SceneDeclaration::name);
  if (found == state.scenes.end()) {
    throw ParameterError(fmt::format("unknown scene '{}'", name));
  }
  return static_cast<std::size_t>(found - state.scenes.begin());
}

std::size_t lab_position(const State& state, const std::string& name) {
  const auto found = std::ranges::find(state.labs, name, &LabDeclaration::name);
  if (found == state.labs.end()) {
    throw ParameterError(fmt::format("unknown lab '{}'", name));
  }
  return static_cast<std::size_t>(found - state.labs.begin());
}

/// Every lab as the session has it, the others as they begin.
std::vector<std::unique_ptr<LabState>> read_labs(const nlohmann::json& json, const State& state) {
  std::vector<std::unique_ptr<LabState>> labs;
  for (const LabDeclaration& lab : state.labs) {
    labs.push_back(lab.make());
  }
  if (json.contains("labs")) {
    for (const auto& [lab, settings] : json.at("labs").items()) {
      LabState& lab_state = *labs[lab_position(state, lab)];
      for (const auto& [name, text] : settings.items()) {
        lab_state.set(name, text.get<std::string>());
      }
    }
  }
  return labs;
}

void take_gallery(const nlohmann::json& json, const State& state, Gallery& gallery) {
  gallery.is_shown = json.value("is_shown", false);
  gallery.has_favourites_only = json.value("favourites_only", false);
  gallery.seconds_per_scene = std::clamp(json.value("seconds_per_scene", gallery.seconds_per_scene), 1, 120);
  gallery.favourites.clear();
  for (const auto& name : json.value("favourites", nlohmann::json::array())) {
    gallery.favourites.emplace(state.scenes[scene_position(state, name.get<std::string>())].name);
  }
}

void take(const nlohmann::json& json, State& state) {
  if (!json.is_object() || json.value("texelscope_session", 0) != 1) {
    throw ParameterError("it is no texelscope session of version 1");
  }
  std::vector<SceneSettings> settings = state.settings;
  if (json.contains("parameters")) {
    for (const auto& [scene, values] : json.at("parameters").items()) {
      for (const auto& [name, text] : values.items()) {
        settings[scene_position(state, scene)].values.set_from_text(name, text.get<std::string>());
      }
    }
  }
  Gallery gallery = state.gallery;
  if (json.contains("gallery")) {
    take_gallery(json.at("gallery"), state, gallery);
  }
  const std::size_t scene = scene_position(state, json.at("scene").get<std::string>());
  std::vector<std::unique_ptr<LabState>> labs = read_labs(json, state);
  const std::optional<std::size_t> lab =
      json.contains("lab") ? std::optional{lab_position(state, json.at("lab").get<std::string>())} : std::nullopt;
  if (json.contains("image")) {
    state.requests.image = json.at("image").get<std::string>();
    state.requests.keeps_lab = true;
  }
  state.settings = std::move(settings);
  state.lab_states = std::move(labs);
  state.gallery = std::move(gallery);
  choose_scene(state, scene);
  if (lab) {
    choose_lab(state, *lab);
  }
}

}  // namespace

void load_session(const std::filesystem::path& path, State& state) {
  const std::vector<std::byte> bytes = read_file(path, largest_session_bytes);
  try {
    const char* text = reinterpret_cast<const char*>(bytes.data());
    take(nlohmann::json::parse(text, text + bytes.size()), state);
  } catch (const nlohmann::json::exception& error) {
    throw FileError(fmt::format("cannot read the session {}: {}; save the session again, or mend the entry",
                                path.string(), json_reason(error)));
  } catch (const ParameterError& error) {
    throw FileError(fmt::format("cannot read the session {}: {}", path.string(), error.what()));
  }
}

void save_session(const std::filesystem::path& path, const State& state) {
  nlohmann::ordered_json json = {{"texelscope_session", 1}, {"scene", current_scene(state).name}};
  if (state.image) {
    json["image"] = std::filesystem::absolute(state.image->path).string();
  }
  json["parameters"] = nlohmann::ordered_json::object();
  for (std::size_t i = 0; i < state.scenes.size(); ++i) {
    const ParameterValues& values = state.settings[i].values;
    for (const Parameter& parameter : values.parameters()) {
      if (values.value(parameter.name) != parameter.initial) {
        json["parameters"][std::string{state.scenes[i].name}][parameter.name] = values.text(parameter.name);
      }
    }
  }
  const Gallery& gallery = state.gallery;
  json["gallery"] = {{"favourites", gallery.favourites},
                     {"favourites_only", gallery.has_favourites_only},
                     {"seconds_per_scene", gallery.seconds_per_scene},
                     {"is_shown", gallery.is_shown}};
  if (state.lab) {
    json["lab"] = state.labs[*state.lab].name;
  }
  for (std::size_t i = 0; i < state.labs.size(); ++i) {
    nlohmann::ordered_json& settings = json["labs"][std::string{state.labs[i].name}];
    for (const auto& [name, text] : state.lab_states[i]->settings()) {
      settings[name] = text;
    }
  }
  // What was typed may be no UTF-8.
  write_file(path, [&](std::ostream& out) {
    out << json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
  });
}

}  // namespace texelscope::app
