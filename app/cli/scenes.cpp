#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/exit_code.h"
#include "app/scenes/registry.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::ordered_json;

void describe(const RealRange& range, Json& json) {
  json["kind"] = "real";
  json["minimum"] = range.minimum;
  json["maximum"] = range.maximum;
  json["is_logarithmic"] = range.is_logarithmic;
  json["unit"] = range.unit;
}
void describe(const IntegerRange& range, Json& json) {
  json["kind"] = "integer";
  json["minimum"] = range.minimum;
  json["maximum"] = range.maximum;
}
void describe(const Choices& choices, Json& json) {
  json["kind"] = "choice";
  json["names"] = choices.names;
}
void describe(const Toggle&, Json& json) { json["kind"] = "toggle"; }

std::string range_text(const RealRange& range) {
  return fmt::format("{} … {}{}", range.minimum, range.maximum, range.unit);
}
std::string range_text(const IntegerRange& range) { return fmt::format("{} … {}", range.minimum, range.maximum); }
std::string range_text(const Choices& choices) { return fmt::format("{}", fmt::join(choices.names, " | ")); }
std::string range_text(const Toggle&) { return "true | false"; }

Json scene_json(const SceneDeclaration& scene) {
  Json parameters = Json::array();
  for (const Parameter& parameter : scene.parameters()) {
    Json json{{"name", parameter.name}, {"text", parameter.text}};
    std::visit([&](const auto& kind) { describe(kind, json); }, parameter.kind);
    std::visit([&](const auto& initial) { json["initial"] = initial; }, parameter.initial);
    parameters.push_back(std::move(json));
  }
  return {{"name", scene.name},
          {"title", scene.title},
          {"teaches", scene.teaches},
          {"controls", scene.controls},
          {"default_frame", scene.default_frame},
          {"has_history", scene.has_history},
          {"takes_image", scene.takes == SceneInput::picture},
          {"takes_volume", scene.takes == SceneInput::volume},
          {"parameters", std::move(parameters)}};
}

const char* input_text(SceneInput input) {
  switch (input) {
    case SceneInput::picture:
      return " (takes --input IMAGE)";
    case SceneInput::volume:
      return " (takes --input VOLUME.npy)";
    case SceneInput::none:
      break;
  }
  return "";
}

void print_scene(const SceneDeclaration& scene) {
  std::cout << fmt::format("{}: {}{}\n  {}\n", scene.name, scene.title, input_text(scene.takes), scene.teaches);
  const std::vector<Parameter> parameters = scene.parameters();
  const ParameterValues initial(parameters);
  for (const Parameter& parameter : parameters) {
    const std::string range = std::visit([](const auto& kind) { return range_text(kind); }, parameter.kind);
    std::cout << fmt::format("    {:<18} {}; initially {}\n{:23}{}\n", parameter.name, range,
                             initial.text(parameter.name), "", parameter.text);
  }
  std::cout << '\n';
}

}  // namespace

int run_scenes(bool is_json) {
  if (is_json) {
    Json list = Json::array();
    for (const SceneDeclaration& scene : scenes()) {
      list.push_back(scene_json(scene));
    }
    std::cout << Json{{"scenes", std::move(list)}}.dump(2) << '\n';
  } else {
    for (const SceneDeclaration& scene : scenes()) {
      print_scene(scene);
    }
    std::cout << "Set parameters with --set name=value.\n";
  }
  return exit_code::success;
}

}  // namespace texelscope::app
