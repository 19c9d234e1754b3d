#include "app/scenes/registry.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/text/nearest_name.h"

namespace texelscope::app {

// Every scene, in the order of the list: how textures are read, then what kernels make of a surface, of two that take
// turns, of sums, and of volumes. Each is declared at the end of its file, in a namespace of its name.
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

}  // namespace texelscope::app
