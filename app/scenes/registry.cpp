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
extern const SceneDeclaration surface_paint_scene;
extern const SceneDeclaration cube_map_scene;
extern const SceneDeclaration layered_atlas_scene;
extern const SceneDeclaration bicubic_scene;
extern const SceneDeclaration volume_slice_scene;
extern const SceneDeclaration anisotropy_floor_scene;
extern const SceneDeclaration optical_flow_warp_scene;
extern const SceneDeclaration fluid_scene;
extern const SceneDeclaration caustics_scene;
extern const SceneDeclaration particles_scene;

std::span<const SceneDeclaration> scenes() {
  // From a texture alone, over a surface alone, to both on one array.
  static const std::array all{
      image_scene,         plasma_scene,   reaction_diffusion_scene, surface_paint_scene,    cube_map_scene,
      layered_atlas_scene, bicubic_scene,  volume_slice_scene,       anisotropy_floor_scene, optical_flow_warp_scene,
      fluid_scene,         caustics_scene, particles_scene};
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
