#include <algorithm>

#include "app/conformance/draw.h"
#include "app/conformance/texture_case.h"

namespace texelscope::app {
namespace {

using gpu::AddressMode;
using gpu::Extent;
using gpu::FilterMode;
using gpu::ResourceKind;
using kernels::TextureShape;

Extent draw_extent(TextureShape shape, bool is_array, Random& random) {
  static constexpr std::uint64_t long_sizes[] = {1, 2, 3, 7, 8, 31, 100, 5000, 16384};
  static constexpr std::uint64_t sizes[] = {1, 2, 3, 4, 5, 7, 8, 13, 16, 31, 64, 100, 300};
  static constexpr std::uint64_t short_sizes[] = {1, 2, 3, 4, 5, 7, 8, 13};
  static constexpr Extent large_areas[] = {Extent(16384, 3), Extent(5, 20000), Extent(1025, 700), Extent(4096, 1)};
  static constexpr Extent large_volumes[] = {Extent(300, 5, 9), Extent(2, 1000, 3), Extent(32, 32, 64),
                                             Extent(1, 1, 700)};
  const bool is_large = random.is_one_in(24);
  switch (shape) {
    case TextureShape::texture_1d:
      return is_large && is_array ? Extent(131072) : Extent(random.pick(long_sizes));
    case TextureShape::layered_1d:
      return Extent(random.pick(long_sizes));
    case TextureShape::texture_3d: {
      if (is_large) {
        return random.pick(large_volumes);
      }
      const std::uint64_t width = random.pick(short_sizes);
      const std::uint64_t height = random.pick(short_sizes);
      return Extent(width, height, random.pick(short_sizes));
    }
    case TextureShape::cube_map:
    case TextureShape::layered_cube_map: {
      const std::uint64_t size = is_large ? 300 : random.pick(sizes) % 128;
      return Extent(size, size);
    }
    default:
      break;
  }
  if (is_large && shape == TextureShape::texture_2d) {
    return random.pick(large_areas);
  }
  const std::uint64_t width = random.pick(sizes);
  return Extent(width, random.pick(sizes));
}

ResourceKind resource_of(ConformanceGroup group) {
  switch (group) {
    case ConformanceGroup::levels:
    case ConformanceGroup::gradients:
    case ConformanceGroup::anisotropy:
      return ResourceKind::mipmapped_array;
    case ConformanceGroup::linear_memory:
      return ResourceKind::linear;
    case ConformanceGroup::pitch_2d_memory:
      return ResourceKind::pitch_2d;
    default:
      return ResourceKind::array;
  }
}

/// Levels and gradients are also valid for an array without levels, where the coordinates need not be normalized.
ResourceKind draw_resource(const ConformanceClass& made, Random& random) {
  const ResourceKind resource = resource_of(made.group);
  return resource == ResourceKind::mipmapped_array && random.is_one_in(8) ? ResourceKind::array : resource;
}

gpu::ArrayDescriptor draw_array(const ConformanceClass& made, Random& random) {
  static constexpr int channels[] = {1, 2, 4};
  static constexpr std::uint64_t layers[] = {1, 2, 3, 7};
  gpu::ArrayDescriptor array;
  array.kind = kind_of(made.shape);
  array.shape = draw_extent(made.shape, resource_of(made.group) == ResourceKind::array, random);
  array.format = random.pick(made.reading.formats);
  array.num_channels = made.reading.is_srgb ? 4 : random.pick(channels);
  array.num_layers = array.is_layered() ? random.pick(layers) : 1;
  array.is_texture_gather = made.group == ConformanceGroup::gathers;
  return array;
}

/// For samples, border on at least one axis of the texture, or on none, as the class requires; otherwise any mode.
gpu::AddressModes draw_address_modes(const ConformanceClass& made, Random& random) {
  const bool has_choice = made.group != ConformanceGroup::samples;
  const std::uint32_t modes = has_choice || made.has_border ? 4 : 3;
  const auto draw = [&] { return static_cast<AddressMode>(random.below(modes)); };
  std::array<AddressMode, 3> axes{};
  const AddressMode all = draw();
  const bool is_one_for_all = random.is_one_in(2);
  for (AddressMode& mode : axes) {
    mode = draw();
    if (is_one_for_all) {
      mode = all;
    }
  }
  if (!has_choice && made.has_border) {
    axes[random.below(static_cast<std::uint32_t>(num_coordinates(made.shape)))] = AddressMode::border;
  }
  return {axes[0], axes[1], axes[2]};
}

void draw_level_choice(const ConformanceClass& made, std::size_t num_levels, gpu::TextureDescriptor& texture,
                       Random& random) {
  texture.mipmap_filter_mode = made.mip_filter;
  texture.disable_trilinear_optimization = random.is_one_in(2);
  const auto last = static_cast<float>(num_levels - 1);
  texture.max_mipmap_level_clamp = last;
  if (random.is_one_in(4)) {
    texture.min_mipmap_level_clamp = static_cast<float>(random.unit()) * last;
    const auto above = static_cast<float>(random.unit());
    texture.max_mipmap_level_clamp =
        texture.min_mipmap_level_clamp + above * (last + 1 - texture.min_mipmap_level_clamp);
  }
  if (random.is_one_in(4)) {
    const double bias = random.unit() * 6 - 3;
    texture.mipmap_level_bias = static_cast<float>(random.is_one_in(2) ? bias : random.between(-512, 512) / 256.0);
  }
}

gpu::TextureDescriptor draw_descriptor(const ConformanceClass& made, ResourceKind resource, std::size_t num_levels,
                                       Random& random) {
  gpu::TextureDescriptor texture;
  texture.filter_mode = made.reading.filter;
  texture.read_mode = made.reading.read;
  texture.srgb = made.reading.is_srgb;
  texture.seamless_cubemap = made.is_seamless;
  const bool is_cube = is_cube_map(made.shape);
  const bool has_levels = resource == ResourceKind::mipmapped_array;
  const bool is_normalized = random.is_one_in(2);
  texture.normalized_coords = (is_normalized || is_cube || has_levels) && made.group != ConformanceGroup::linear_memory;
  texture.address_mode = draw_address_modes(made, random);
  for (float& channel : texture.border_color) {
    channel = draw_border(random);
  }
  if (resource_of(made.group) == ResourceKind::mipmapped_array && is_cube) {
    texture.seamless_cubemap = random.is_one_in(2);
  }
  if (has_levels) {
    draw_level_choice(made, num_levels, texture, random);
  }
  if (made.group == ConformanceGroup::anisotropy) {
    const bool is_blended = made.reading.has_float_results() && random.is_one_in(2);
    texture.mipmap_filter_mode = is_blended ? FilterMode::linear : FilterMode::point;
    texture.max_anisotropy = 2 + random.below(15);
  }
  return texture;
}

}  // namespace

TextureSetup draw_setup(const ConformanceClass& made, Random& random) {
  TextureSetup setup;
  setup.resource = draw_resource(made, random);
  setup.array = draw_array(made, random);
  const std::size_t most = gpu::full_level_count(setup.array.shape);
  const bool has_levels = setup.resource == ResourceKind::mipmapped_array;
  const bool is_whole = random.is_one_in(2);
  const std::size_t num_levels =
      !has_levels ? 1 : (is_whole ? most : 1 + random.below(static_cast<std::uint32_t>(most)));
  setup.texture = draw_descriptor(made, setup.resource, num_levels, random);
  const auto content = static_cast<TexelValues>(random.below(3));
  for (std::size_t level = 0; level < num_levels; ++level) {
    const gpu::ArrayDescriptor descriptor = gpu::level_descriptor(setup.array, static_cast<unsigned>(level));
    setup.levels.push_back(
        draw_texels(descriptor.format, descriptor.size_bytes() / size_bytes(descriptor.format), content, random));
  }
  return setup;
}

}  // namespace texelscope::app
