#include "gpu/cpu/texture_unit/anisotropic_fetches.h"

#include "gpu/cpu/texture_unit/anisotropy.h"
#include "gpu/cpu/texture_unit/footprint.h"

namespace texelscope::gpu::cpu::texture_unit {

bool is_anisotropic(const BoundTexture& texture, const kernels::TextureFetch& fetch) {
  return texture.max_anisotropy >= 2 && fetch.operation == kernels::TextureOperation::sample_gradients &&
         texture.rank == 2 && (texture.kind == ArrayKind::plain || texture.kind == ArrayKind::layered);
}

std::vector<WeightedFetch> anisotropic_fetches(const BoundTexture& texture, const kernels::TextureFetch& fetch) {
  const Gradients coordinates{{static_cast<double>(fetch.dx[0]), static_cast<double>(fetch.dx[1]), 0},
                              {static_cast<double>(fetch.dy[0]), static_cast<double>(fetch.dy[1]), 0}};
  const Anisotropy anisotropy = take_apart(gradients_of(texture, fetch), coordinates, texture.max_anisotropy);
  std::vector<WeightedFetch> fetches;
  for (const AnisotropicSample& sample : anisotropy.samples) {
    kernels::TextureFetch part = fetch;
    part.operation = kernels::TextureOperation::sample_level;
    part.level = static_cast<float>(anisotropy.level) / 256;
    part.x = static_cast<float>(static_cast<double>(fetch.x) + sample.offset * anisotropy.direction[0]);
    part.y = static_cast<float>(static_cast<double>(fetch.y) + sample.offset * anisotropy.direction[1]);
    fetches.push_back({part, sample.weight});
  }
  return fetches;
}

}  // namespace texelscope::gpu::cpu::texture_unit
