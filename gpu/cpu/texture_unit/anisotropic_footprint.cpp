#include "gpu/cpu/texture_unit/anisotropic_footprint.h"

#include <cstdint>

namespace texelscope::gpu::cpu::texture_unit {
namespace {

/// Adds the texels of a sample at a position with 8 fraction bits. `weight` is in 1/unit, the weights of texels in
/// 1/1024.
void add_linear_sample(Slice& slice, const BoundTexture& texture, const BoundLevel& level, std::int64_t layer,
                       const SamplePosition& at, int weight, int unit) {
  const Axis& columns = level.axes[0];
  const Axis& rows = level.axes[1];
  const std::int64_t fx = clamped_to_centers(columns, at.x);
  const std::int64_t fy = clamped_to_centers(rows, at.y);
  const int a = static_cast<int>(fx & 255);
  const int b = static_cast<int>(fy & 255);
  const std::array<int, 4> weights = slice_weights(weight, a, b);
  for (int j = 0; j < (b != 0 ? 2 : 1); ++j) {
    const std::int64_t y = far_address(rows, (fy >> 8) + j);
    for (int i = 0; i < (a != 0 ? 2 : 1); ++i) {
      slice.add(texel_at(texture, level, far_address(columns, (fx >> 8) + i), y, layer),
                weights[static_cast<std::size_t>(2 * j + i)] * (1024 / unit));
    }
  }
}

void add_samples(AnisotropicFootprint& footprint, const BoundTexture& texture, const BoundLevel& level,
                 const kernels::TextureFetch& fetch, const LevelSamples& samples) {
  const SamplePosition center = center_of(texture, level, fetch);
  const std::int64_t layer = texture.slice_of_layer(fetch.layer);
  for (int k = 0; k < samples.count; ++k) {
    const AxisSample& sample = samples.samples[static_cast<std::size_t>(k)];
    const SamplePosition at{center.x + sample.x, center.y + sample.y};
    Slice& slice = footprint.add_slice();
    if (texture.is_linear_filter) {
      add_linear_sample(slice, texture, level, layer, at, sample.weight, samples.unit);
    } else {
      slice.add(
          texel_at(texture, level, far_address(level.axes[0], at.x >> 8), far_address(level.axes[1], at.y >> 8), layer),
          sample.weight * (1024 / samples.unit));
    }
  }
}

}  // namespace

bool is_anisotropic(const BoundTexture& texture, const kernels::TextureFetch& fetch) {
  return texture.max_anisotropy > 1 && fetch.operation == kernels::TextureOperation::sample_gradients &&
         texture.rank == 2 && !texture.is_cube_map();
}

SamplePosition center_of(const BoundTexture& texture, const BoundLevel& level, const kernels::TextureFetch& fetch) {
  const auto position = [&](const Axis& axis, float coordinate) {
    const std::int64_t fixed = fixed_point(axis, coordinate);
    return texture.is_linear_filter ? unclamped_linear_position(axis, fixed)
                                    : (fixed * axis.multiplier * 256) >> axis.shift;
  };
  return {position(level.axes[0], fetch.x), position(level.axes[1], fetch.y)};
}

AnisotropicSamples anisotropic_samples(const BoundTexture& texture, const kernels::TextureFetch& fetch) {
  AnisotropicSamples samples;
  samples.axes = footprint_axes(gradients_of(texture, fetch), texture.max_anisotropy);
  samples.levels = selected_levels(texture, fetch, samples.axes.minor_level);
  const AxisDirection direction = axis_direction(samples.axes.major);
  for (int k = 0; k < samples.num_levels(); ++k) {
    samples.of_level[static_cast<std::size_t>(k)] =
        level_samples(direction, sampled_level(samples.axes.log_ratio(), samples.levels, k));
  }
  return samples;
}

AnisotropicFootprint make_anisotropic_footprint(const BoundTexture& texture, const kernels::TextureFetch& fetch) {
  const AnisotropicSamples samples = anisotropic_samples(texture, fetch);
  AnisotropicFootprint footprint;
  for (int k = 0; k < samples.num_levels(); ++k) {
    add_samples(footprint, texture, texture.level(samples.levels.first + k), fetch,
                samples.of_level[static_cast<std::size_t>(k)]);
  }
  return footprint;
}

}  // namespace texelscope::gpu::cpu::texture_unit
