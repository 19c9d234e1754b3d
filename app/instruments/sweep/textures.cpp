#include <cstring>

#include "app/instruments/sweep/scenario.h"
#include "app/texture/sample_texture.h"
#include "app/texture/texture_setup.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::app {
namespace {

TextureSetup setup_of(gpu::ResourceKind kind) {
  TextureSetup setup;
  setup.resource = kind;
  setup.array = {kind == gpu::ResourceKind::linear ? gpu::Extent(16) : gpu::Extent(8, 4), gpu::DataType::uint8, 4};
  const auto add_level = [&setup](std::size_t texels) {
    std::vector<std::byte>& level = setup.levels.emplace_back(texels * 4);
    for (std::size_t i = 0; i < level.size(); ++i) {
      level[i] = static_cast<std::byte>(i * 11 + setup.levels.size());
    }
  };
  add_level(kind == gpu::ResourceKind::linear ? 16 : 32);
  if (kind == gpu::ResourceKind::mipmapped_array) {
    add_level(8);
    setup.texture.normalized_coords = true;
    setup.texture.max_mipmap_level_clamp = 1;
  }
  return setup;
}

/// Creates a texture of each type and reads one texel of each.
std::vector<std::byte> rebuild_textures(const gpu::Device& device) {
  const gpu::Stream stream = device.create_stream();
  std::vector<std::byte> all;
  for (const gpu::ResourceKind kind : {gpu::ResourceKind::array, gpu::ResourceKind::mipmapped_array,
                                       gpu::ResourceKind::linear, gpu::ResourceKind::pitch_2d}) {
    const TextureSetup setup = setup_of(kind);
    kernels::TextureFetch fetch{};
    fetch.shape = setup.shape();
    if (kind == gpu::ResourceKind::linear) {
      fetch.operation = kernels::TextureOperation::element;
    }
    const std::vector<FetchedTexel> texels = sample_texture(setup, std::span{&fetch, 1}, stream);
    const auto bytes = std::as_bytes(std::span(texels));
    all.insert(all.end(), bytes.begin(), bytes.end());
  }
  return all;
}

}  // namespace

std::vector<SweepScenario> texture_scenarios() {
  return {device_scenario("texture_rebuild", "textures of every resource type, created and sampled", rebuild_textures)};
}

}  // namespace texelscope::app
