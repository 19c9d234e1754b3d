#include "app/texture/explain_texture.h"

namespace texelscope::app {

gpu::ExplainedTexture explained(const TextureSetup& setup) {
  gpu::ExplainedTexture texture{setup.array, setup.texture, setup.resource, {}};
  for (const std::vector<std::byte>& level : setup.levels) {
    texture.levels.emplace_back(level);
  }
  return texture;
}

}  // namespace texelscope::app
