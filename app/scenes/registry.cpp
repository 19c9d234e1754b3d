#include "app/scenes/registry.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/core/nearest_name.h"

namespace texelscope::app {

// Each stands at the end of its scene's file.
extern const SceneDeclaration image_scene;
extern const SceneDeclaration plasma_scene;
extern const SceneDeclaration reaction_diffusion_scene;
extern const SceneDeclaration mandelbrot_scene;
extern const SceneDeclaration texture_filter_scene;
extern const SceneDeclaration fire_scene;
extern const SceneDeclaration mipmap_lod_scene;
extern const SceneDeclaration bloom_scene;
extern const SceneDeclaration jfa_voronoi_scene;
extern const SceneDeclaration lenia_scene;
extern const SceneDeclaration physarum_scene;
extern const SceneDeclaration ocean_scene;
extern const SceneDeclaration clouds_scene;
extern const SceneDeclaration sdf_volume_scene;

std::span<const SceneDeclaration> scenes() {
  // From a texture alone, over a surface alone, to both on one array.
  static const std::array all{image_scene,          plasma_scene,    reaction_diffusion_scene, mandelbrot_scene,
                              texture_filter_scene, fire_scene,      mipmap_lod_scene,         bloom_scene,
                              jfa_voronoi_scene,    lenia_scene,     physarum_scene,           ocean_scene,
                              clouds_scene,         sdf_volume_scene};
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

}  // namespace texelscope::app
