#include "app/conformance/known_bounds.h"

namespace texelscope::app {

double known_bound(const ConformanceClass& made) {
  // The shares are those of the run in docs/conformance-h200.txt, where the model lacked rules that it has now.
  const bool is_3d = made.shape == kernels::TextureShape::texture_3d;
  switch (made.group) {
    case ConformanceGroup::levels:
      // The sum of two levels with two slices each: 1 of 112,600 samples in sRGB.
      return is_3d && made.reading.is_srgb ? 0.0001 : 0;
    case ConformanceGroup::gradients:
      // Up to 0.012 % of a class.
      return is_3d || is_cube_map(made.shape) ? 0.0002 : 0;
    case ConformanceGroup::anisotropy:
      // Up to 0.097 % of a class, most in sRGB.
      return 0.0015;
    default:
      return 0;
  }
}

std::string known_differences(const TextureSetup& setup, bool has_gradients) {
  if (setup.texture.max_anisotropy < 2) {
    return "";
  }
  if (!has_gradients) {
    return "anisotropy has no effect without gradients; such fetches were not compared with a GPU";
  }
  return setup.array.shape.rank() == 1 ? "anisotropy of 1D textures was not compared with a GPU" : "";
}

}  // namespace texelscope::app
