#include "app/conformance/known_bounds.h"

namespace texelscope::app {

double known_bound(const ConformanceClass& /*made*/) {
  // No difference is known in any class, in the run in docs/conformance-h200.txt or in other recordings of an H200.
  return 0;
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
