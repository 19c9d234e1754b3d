#include "app/core/session_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>

#include "app/core/file.h"
#include "app/core/image_file.h"

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
  const std::size_t scene = scene_position(state, json.at("scene").get<std::string>());
  if (json.contains("image")) {
    state.requests.image = json.at("image").get<std::string>();
  }
  state.settings = std::move(settings);
  choose_scene(state, scene);
}

}  // namespace

void load_session(const std::filesystem::path& path, State& state) {
  const std::vector<std::byte> bytes = read_file(path, largest_session_bytes);
  try {
    const char* text = reinterpret_cast<const char*>(bytes.data());
    take(nlohmann::json::parse(text, text + bytes.size()), state);
  } catch (const nlohmann::json::exception& error) {
    // Without the library's own name of the error, "[json.exception.…] ".
    const std::string text = error.what();
    const auto reason = text.find("] ");
    throw FileError(fmt::format("cannot read the session {}: {}; save the session again, or mend the entry",
                                path.string(), reason == std::string::npos ? text : text.substr(reason + 2)));
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
  write_file(path, [&](std::ostream& out) { out << json.dump(2) << '\n'; });
}

}  // namespace texelscope::app
