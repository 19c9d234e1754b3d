#include "app/scenes/registry.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/core/nearest_name.h"

namespace texelscope::app {

// Each stands at the end of its scene's file.
extern const SceneDeclaration image_scene;
extern const SceneDeclaration texture_filter_scene;
extern const SceneDeclaration bicubic_scene;
extern const SceneDeclaration mipmap_lod_scene;
extern const SceneDeclaration anisotropy_floor_scene;
extern const SceneDeclaration layered_atlas_scene;
extern const SceneDeclaration cube_map_scene;
extern const SceneDeclaration optical_flow_warp_scene;
extern const SceneDeclaration plasma_scene;
extern const SceneDeclaration mandelbrot_scene;
extern const SceneDeclaration surface_paint_scene;
extern const SceneDeclaration fire_scene;
extern const SceneDeclaration jfa_voronoi_scene;
extern const SceneDeclaration bloom_scene;
extern const SceneDeclaration reaction_diffusion_scene;
extern const SceneDeclaration lenia_scene;
extern const SceneDeclaration physarum_scene;
extern const SceneDeclaration particles_scene;
extern const SceneDeclaration caustics_scene;
extern const SceneDeclaration fluid_scene;
extern const SceneDeclaration ocean_scene;
extern const SceneDeclaration clouds_scene;
extern const SceneDeclaration sdf_volume_scene;
extern const SceneDeclaration volume_slice_scene;

std::span<const SceneDeclaration> scenes() {
  // How textures are read, then what kernels make of a surface, of two that take turns, of sums, and of volumes.
  static const std::array all{
      image_scene,         texture_filter_scene, bicubic_scene,           mipmap_lod_scene,  anisotropy_floor_scene,
      layered_atlas_scene, cube_map_scene,       optical_flow_warp_scene, plasma_scene,      mandelbrot_scene,
      surface_paint_scene, fire_scene,           jfa_voronoi_scene,       bloom_scene,       reaction_diffusion_scene,
      lenia_scene,         physarum_scene,       particles_scene,         caustics_scene,    fluid_scene,
      ocean_scene,         clouds_scene,         sdf_volume_scene,        volume_slice_scene};
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
