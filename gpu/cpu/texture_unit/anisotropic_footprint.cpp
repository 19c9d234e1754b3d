#include "gpu/cpu/texture_unit/anisotropic_footprint.h"

#include <cstdint>

#include "gpu/cpu/texture_unit/gradient_memo.h"

namespace texelscope::gpu::cpu::texture_unit {
namespace {

void add_samples(AnisotropicFootprint& footprint, const BoundTexture& texture, const BoundLevel& level,
                 const kernels::TextureFetch& fetch, const LevelSamples& samples) {
  const FacePoint center = center_of(texture, level, fetch);
  for (int k = 0; k < samples.count; ++k) {
    const AxisSample& sample = samples.samples[static_cast<std::size_t>(k)];
    Slice& slice = footprint.add_slice();
    // Not read at all, infinities included; but the sample has its place in a group of slices.
    if (sample.weight == 0) {
      continue;
    }
    FacePoint at = center;
    at.x += sample.x;
    at.y += sample.y;
    if (texture.is_cube_map()) {
      add_face_sample(slice, texture, level, at, sample.weight);
    } else {
      add_sample(slice, texture, level, at.x, at.y, at.first_face, sample.weight);
    }
    // Weights are split in the unit of the samples.
    for (int tap = 0; tap < slice.count; ++tap) {
      slice.taps[static_cast<std::size_t>(tap)].weight *= 1024 / samples.unit;
    }
  }
}

AnisotropicSamples compute_samples(const BoundTexture& texture, const kernels::TextureFetch& fetch) {
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

constinit thread_local GradientMemo<AnisotropicSamples> last_samples;

}  // namespace

bool is_anisotropic(const BoundTexture& texture, const kernels::TextureFetch& fetch) {
  return texture.max_anisotropy > 1 && fetch.operation == kernels::TextureOperation::sample_gradients &&
         texture.rank == 2;
}

FacePoint center_of(const BoundTexture& texture, const BoundLevel& level, const kernels::TextureFetch& fetch) {
  if (texture.is_cube_map()) {
    return face_point(texture, level, fetch);
  }
  const auto on_axis = [&](const Axis& axis, float coordinate) {
    const std::int64_t fixed = fixed_point(axis, coordinate);
    return texture.is_linear_filter ? unclamped_linear_position(axis, fixed) : fine_position(axis, fixed);
  };
  return {.first_face = texture.slice_of_layer(fetch.layer),
          .x = on_axis(level.axes[0], fetch.x),
          .y = on_axis(level.axes[1], fetch.y)};
}

const AnisotropicSamples& anisotropic_samples(const BoundTexture& texture, const kernels::TextureFetch& fetch) {
  return last_samples.get(texture, fetch, [&] { return compute_samples(texture, fetch); });
}

AnisotropicFootprint make_anisotropic_footprint(const BoundTexture& texture, const kernels::TextureFetch& fetch) {
  const AnisotropicSamples& samples = anisotropic_samples(texture, fetch);
  AnisotropicFootprint footprint;
  footprint.group_size = slices_in_group(texture.texel_bytes);
  for (int k = 0; k < samples.num_levels(); ++k) {
    footprint.finer_count = footprint.count;
    add_samples(footprint, texture, texture.level(samples.levels.first + k), fetch,
                samples.of_level[static_cast<std::size_t>(k)]);
  }
  return footprint;
}

}  // namespace texelscope::gpu::cpu::texture_unit
