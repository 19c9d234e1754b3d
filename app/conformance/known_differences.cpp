#include "app/conformance/known_differences.h"

namespace texelscope::app {

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
