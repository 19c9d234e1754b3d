#include "app/scenes/scenes_json.h"

#include <nlohmann/json.hpp>

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

}  // namespace

std::string scenes_json() {
  Json list = Json::array();
  for (const SceneDeclaration& scene : scenes()) {
    list.push_back(scene_json(scene));
  }
  return Json{{"scenes", std::move(list)}}.dump(2);
}

}  // namespace texelscope::app
