#include "app/scenes/registry.h"

#include <algorithm>
#include <array>
#include <exception>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/scenes/input_image.h"
#include "app/text/nearest_name.h"
#include "texelscope/kernels/load_kernels.h"

namespace texelscope::app {

// Every scene, in the order of the list: scenes that read textures, then kernels that write one surface, two
// alternating surfaces, sums, and volumes. Each is declared at the end of its file, in a namespace of its name.
// clang-format off
#define TEXELSCOPE_SCENES(SCENE) \
  SCENE(image) SCENE(texture_filter) SCENE(bicubic) SCENE(mipmap_lod) SCENE(anisotropy_floor) SCENE(layered_atlas) \
  SCENE(cube_map) SCENE(optical_flow_warp) SCENE(plasma) SCENE(mandelbrot) SCENE(surface_paint) SCENE(fire) \
  SCENE(jfa_voronoi) SCENE(bloom) SCENE(reaction_diffusion) SCENE(lenia) SCENE(physarum) SCENE(particles) \
  SCENE(caustics) SCENE(fluid) SCENE(ocean) SCENE(clouds) SCENE(sdf_volume) SCENE(volume_slice)
// clang-format on
#define TEXELSCOPE_DECLARE_SCENE(name) \
  namespace name {                     \
  extern const SceneDeclaration scene; \
  }
TEXELSCOPE_SCENES(TEXELSCOPE_DECLARE_SCENE)

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

void attempt(const gpu::Device& device, const std::function<void()>& work) {
  try {
    work();
  } catch (const std::exception& error) {
    device.report(
        {gpu::Diagnostic::Severity::warning, std::string{"could not prepare scenes in advance: "} + error.what()});
  }
}

}  // namespace

std::span<const SceneDeclaration> scenes() {
#define TEXELSCOPE_NAME_SCENE(name) name::scene,
  static const std::array all{TEXELSCOPE_SCENES(TEXELSCOPE_NAME_SCENE)};
  return all;
}

const SceneDeclaration* find_scene(std::string_view name) {
  const auto found = std::ranges::find(scenes(), name, &SceneDeclaration::name);
  return found == scenes().end() ? nullptr : &*found;
}

const SceneDeclaration& require_scene(std::string_view name) {
  if (const SceneDeclaration* const found = find_scene(name)) {
    return *found;
  }
  std::vector<std::string_view> names;
  for (const SceneDeclaration& scene : scenes()) {
    names.push_back(scene.name);
  }
  throw ParameterError("there is no scene '" + std::string(name) + "'; " + advise_names(name, names, "scenes"));
}

std::string scenes_json() {
  Json list = Json::array();
  for (const SceneDeclaration& scene : scenes()) {
    list.push_back(scene_json(scene));
  }
  return Json{{"scenes", std::move(list)}}.dump(2);
}

std::jthread warm_up_scenes(const gpu::Device& device) {
  return std::jthread{[device](const std::stop_token& stop) {
    attempt(device, [] { static_cast<void>(builtin_image()); });
    attempt(device, [&] { kernels::load_kernels(device, stop); });
  }};
}

}  // namespace texelscope::app
