#include "gpu/cpu/texture_unit/footprint.h"

#include <cmath>
#include <limits>

#include "gpu/cpu/texture_unit/anisotropy.h"
#include "gpu/cpu/texture_unit/cube_footprint.h"
#include "gpu/cpu/texture_unit/gradient_memo.h"
#include "gpu/cpu/texture_unit/short_number.h"

namespace texelscope::gpu::cpu::texture_unit {
namespace {

using kernels::TextureFetch;
using kernels::TextureOperation;

/// Sampling without a level means sampling at this level, which only the texture's own clamps change.
constexpr LevelOfDetail level_of_plain_fetch = -32 * 256;

/// The difference of the coordinates of neighboring fetches. NaN counts as 0, the difference of infinities as infinite.
double coordinate_difference(float from, float to) {
  const auto number = [](float value) { return std::isnan(value) ? 0.0F : value; };
  return std::fabs(from) >= static_cast<float>(infinite_from) ? std::numeric_limits<double>::infinity()
                                                              : aligned_difference(number(from), number(to));
}

template <int rank>
void add_level(Footprint& footprint, const BoundTexture& texture, const BoundLevel& level, int weight,
               const TextureFetch& fetch) {
  const std::int64_t slice = texture.slice_of_layer(fetch.layer);
  if (texture.is_linear_filter) {
    add_linear<rank>(footprint, texture, level, weight, fetch.x, fetch.y, fetch.z, slice);
  } else {
    footprint.add_slice().add(point_texel<rank>(texture, level, fetch.x, fetch.y, fetch.z, slice), weight);
  }
}

void add_level(Footprint& footprint, const BoundTexture& texture, int index, int weight, const TextureFetch& fetch) {
  const BoundLevel& level = texture.level(index);
  if (texture.is_cube_map()) {
    add_cube_level(footprint, texture, level, weight, fetch);
  } else if (texture.rank == 1) {
    add_level<1>(footprint, texture, level, weight, fetch);
  } else if (texture.rank == 2) {
    add_level<2>(footprint, texture, level, weight, fetch);
  } else {
    add_level<3>(footprint, texture, level, weight, fetch);
  }
}

constinit thread_local GradientMemo<LevelOfDetail> level_of_gradients;

}  // namespace

/// Unnormalized coordinates are already in texels, so their axes have a multiplier of 1. In 3D, where a fetch has no
/// operands for derivatives, the texture unit receives the coordinates of three neighboring fetches, and computes their
/// differences.
Gradients gradients_of(const BoundTexture& texture, const TextureFetch& fetch) {
  if (texture.is_cube_map()) {
    return cube_gradients(texture, fetch);
  }
  const std::array<float, 3> coordinates{fetch.x, fetch.y, fetch.z};
  Gradients gradients;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(texture.rank); ++axis) {
    const std::int64_t extent = texture.axes[axis].multiplier;
    const auto derivative = [&](float change) {
      return derivative_in_texels(texture.rank == 3
                                      ? coordinate_difference(coordinates[axis], coordinates[axis] + change)
                                      : static_cast<double>(change),
                                  extent);
    };
    gradients.dx[axis] = derivative(fetch.dx[axis]);
    gradients.dy[axis] = derivative(fetch.dy[axis]);
  }
  return gradients;
}

void add_sample(Slice& slice, const BoundTexture& texture, const BoundLevel& level, std::int64_t x, std::int64_t y,
                std::int64_t z, int weight) {
  const Axis& columns = level.axes[0];
  const Axis& rows = level.axes[1];
  const auto texel = [&](std::int64_t column, std::int64_t row) {
    return texel_at(texture, level, far_address(columns, column), far_address(rows, row), z);
  };
  if (!texture.is_linear_filter) {
    slice.add(texel(x >> 8, y >> 8), weight);
    return;
  }
  const std::int64_t fx = clamped_to_centers(columns, x);
  const std::int64_t fy = clamped_to_centers(rows, y);
  const int a = static_cast<int>(fx & 255);
  const int b = static_cast<int>(fy & 255);
  const std::array<int, 4> weights = slice_weights(weight, a, b);
  for (int j = 0; j < (b != 0 ? 2 : 1); ++j) {
    for (int i = 0; i < (a != 0 ? 2 : 1); ++i) {
      slice.add(texel((fx >> 8) + i, (fy >> 8) + j), weights[static_cast<std::size_t>(2 * j + i)]);
    }
  }
}

LevelOfDetail requested_level(const BoundTexture& texture, const TextureFetch& fetch) {
  switch (fetch.operation) {
    case TextureOperation::sample_level:
      return fixed_level(fetch.level);
    case TextureOperation::sample_gradients:
      return level_of_gradients.get(texture, fetch,
                                    [&] { return level_of_axis(major_axis(gradients_of(texture, fetch))); });
    default:
      return level_of_plain_fetch;
  }
}

LevelPair selected_levels(const BoundTexture& texture, const TextureFetch& fetch, LevelOfDetail level) {
  const bool is_sharpened = texture.is_trilinear_optimized && fetch.operation == TextureOperation::sample_gradients;
  return select_levels(texture.level_range,
                       is_sharpened ? sharpened_level(level + texture.sharpened_bias, texture.max_anisotropy)
                                    : level + texture.level_range.bias);
}

Footprint make_footprint(const BoundTexture& texture, const TextureFetch& fetch) {
  const LevelPair levels = selected_levels(texture, fetch, requested_level(texture, fetch));
  Footprint footprint;
  add_level(footprint, texture, levels.first, 256 - levels.weight, fetch);
  if (levels.weight != 0) {
    const int finer_count = footprint.count;
    add_level(footprint, texture, levels.first + 1, levels.weight, fetch);
    // For two slices, one from each level, groups do not matter.
    footprint.finer_count = footprint.count > 2 ? finer_count : 0;
  }
  return footprint;
}

std::array<const std::byte*, 4> gathered_texels(const BoundTexture& texture, const TextureFetch& fetch) {
  const Axis& columns = texture.axes[0];
  const Axis& rows = texture.axes[1];
  const std::int64_t left = unclamped_linear_position(columns, fixed_point(columns, fetch.x)) >> 8;
  const std::int64_t upper = unclamped_linear_position(rows, fixed_point(rows, fetch.y)) >> 8;
  const auto texel = [&](std::int64_t x, std::int64_t y) {
    return texel_at(texture, address(columns, x), address(rows, y), 0);
  };
  return {texel(left, upper + 1), texel(left + 1, upper + 1), texel(left + 1, upper), texel(left, upper)};
}

}  // namespace texelscope::gpu::cpu::texture_unit
