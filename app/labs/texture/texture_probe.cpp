#include "app/labs/texture/texture_probe.h"

#include "texelscope/gpu/error.h"

namespace texelscope::app {

gpu::ExplainedTexture explained_texture(const TextureWork& work, std::size_t side) {
  gpu::ExplainedTexture texture{work.setup->array, work.input.descriptors[side], work.setup->resource, {}};
  for (const std::vector<std::byte>& level : work.setup->levels) {
    texture.levels.emplace_back(level);
  }
  return texture;
}

bool has_ideal(const TextureWork& work, std::size_t side) {
  return work.input.descriptors[side].max_anisotropy <= 1 ||
         work.input.fetch.operation != kernels::TextureOperation::sample_gradients;
}

int num_result_channels(const TextureWork& work) {
  return work.input.fetch.operation == kernels::TextureOperation::gather ? 4 : work.setup->array.num_channels;
}

ProbeResult probe_fetch(const TextureWork& work, std::size_t side, const kernels::TextureFetch& fetch,
                        TextureSampler* sampler) {
  ProbeResult result;
  result.fetch = fetch;
  result.kind = work.setup_without_texels(side).result_kind();
  result.num_channels = num_result_channels(work);
  try {
    result.explanation = gpu::explain_fetch(explained_texture(work, side), fetch);
  } catch (const gpu::InvalidArgument& error) {
    result.error = error.what();
  }
  if (sampler != nullptr && sampler->has(side)) {
    result.device = sampler->sample(side, fetch);
  }
  return result;
}

}  // namespace texelscope::app
