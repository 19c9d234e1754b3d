#include "app/labs/texture/texture_sampler.h"

#include <span>

#include "app/device/scoped_synchronize.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {

TextureSampler::TextureSampler(const gpu::Device& device) : stream_{device.create_stream("texture lab")} {}

void TextureSampler::bind(const TextureWork& work, const std::array<bool, 2>& shown) {
  textures_ = {};
  for (std::size_t side = 0; side < textures_.size(); ++side) {
    if (!shown[side] || !work.can_sample(side)) {
      continue;
    }
    TextureSetup setup = work.setup_without_texels(side);
    kinds_[side] = setup.result_kind();
    if (side == 1 && textures_[0]) {
      textures_[1] = gpu::TextureObject::from_resource(textures_[0]->resource(), setup.texture);
      continue;
    }
    const ScopedSynchronize upload(stream_);
    setup.levels = work.setup->levels;
    textures_[side] = make_texture(setup, stream_);
    stream_.synchronize();
  }
}

void TextureSampler::rebind(const TextureWork& work, const std::array<bool, 2>& shown) {
  const std::optional<gpu::TextureObject>& one = textures_[0] ? textures_[0] : textures_[1];
  if (!one || !work.setup || !(one->resource().facts() == work.setup->facts())) {
    bind(work, shown);
    return;
  }
  const gpu::ResourceDescriptor resource = one->resource();
  for (std::size_t side = 0; side < textures_.size(); ++side) {
    if (!shown[side] || !work.can_sample(side)) {
      textures_[side].reset();
    } else if (!textures_[side] || !(textures_[side]->descriptor() == work.input.descriptors[side])) {
      kinds_[side] = work.setup_without_texels(side).result_kind();
      textures_[side] = gpu::TextureObject::from_resource(resource, work.input.descriptors[side]);
    }
  }
}

std::vector<FetchedTexel> TextureSampler::sample(std::size_t side, const FetchPlane& plane) {
  const auto count = static_cast<std::size_t>(plane.width) * static_cast<std::size_t>(plane.height);
  std::vector<FetchedTexel> results(count);
  const std::size_t size = count * sizeof(FetchedTexel);
  if (!results_ || results_->size_bytes() != size) {
    results_ = stream_.device().allocate(size, stream_);
  }
  const ScopedSynchronize work(stream_);
  schedule_plane(*textures_[side], kinds_[side], plane, *results_, stream_);
  results_->copy_to(std::as_writable_bytes(std::span(results)), stream_);
  stream_.synchronize();
  return results;
}

FetchedTexel TextureSampler::sample(std::size_t side, const kernels::TextureFetch& fetch) {
  FetchPlane plane{.fetch = fetch, .origin = {fetch.x, fetch.y, fetch.z}};
  if (fetch.operation == kernels::TextureOperation::element) {
    plane.origin.x = static_cast<float>(fetch.element);
  }
  return sample(side, plane).front();
}

gpu::ExplainedTexture explained_texture(const TextureWork& work, std::size_t side) {
  const TextureSetup& setup = work.decoded ? *work.decoded : *work.setup;
  gpu::ExplainedTexture texture{setup.array, work.input.descriptors[side], setup.resource, {}};
  if (work.decoded) {
    texture.array.is_texture_gather = work.setup->array.is_texture_gather;
    texture.descriptor.read_mode = setup.texture.read_mode;
    texture.descriptor.srgb = texture.descriptor.srgb || setup.texture.srgb;
  }
  for (const std::vector<std::byte>& level : setup.levels) {
    texture.levels.emplace_back(level);
  }
  return texture;
}

bool has_ideal(const TextureWork& work, std::size_t side) {
  if (gpu::is_block_compressed(work.setup->array.encoding) && !work.decoded) {
    return false;
  }
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
