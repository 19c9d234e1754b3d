#include "gpu/cpu/texture_unit/cube_footprint.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gpu/cpu/texture_unit/cube_map.h"
#include "gpu/cpu/texture_unit/short_number.h"

namespace texelscope::gpu::cpu::texture_unit {
namespace {

/// A linear footprint where some taps may be on neighboring faces. There are only three texels around a corner of the
/// cube, so the weight of the missing texel is distributed among them: a rounded third to each texel of a neighboring
/// face, and the rest to the texel of the face itself.
void add_seamless(Slice& slice, const BoundTexture& texture, const BoundLevel& level, const FacePoint& at, int weight) {
  const std::int64_t extent = level.axes[0].extent;
  // Around a corner, all three texels are read, even those whose weight is 0, so that an infinity in any of them
  // counts. Anisotropic samples beyond a corner move to it, those beyond the neighboring face to its last texels.
  const auto is_at_edge = [&](std::int64_t position) { return position < 0 || (position >> 8) + 1 >= extent; };
  const bool is_corner = is_at_edge(at.x) && is_at_edge(at.y);
  const auto limited = [&](std::int64_t position) {
    return is_corner ? std::clamp<std::int64_t>(position, -256, extent * 256 - 1)
                     : std::clamp<std::int64_t>(position, -extent * 256, (2 * extent - 1) * 256);
  };
  const std::int64_t fx = limited(at.x);
  const std::int64_t fy = limited(at.y);
  const int a = static_cast<int>(fx & 255);
  const int b = static_cast<int>(fy & 255);
  const std::array<int, 4> weights = slice_weights(weight, a, b);
  int missing = 0;
  std::size_t own = 0;
  for (int j = 0; j < 2; ++j) {
    for (int i = 0; i < 2; ++i) {
      const std::int64_t x = (fx >> 8) + i;
      const std::int64_t y = (fy >> 8) + j;
      const int share = weights[static_cast<std::size_t>(2 * j + i)];
      const bool is_beside = x < 0 || x >= extent;
      const bool is_above = y < 0 || y >= extent;
      if (!is_corner && ((i == 1 && a == 0) || (j == 1 && b == 0))) {
        continue;
      }
      if (is_beside && is_above) {
        missing = share;
        continue;
      }
      const FaceTexel found = is_beside || is_above ? across_edge(at.face, x, y, extent) : FaceTexel{at.face, x, y};
      if (!is_beside && !is_above) {
        own = static_cast<std::size_t>(slice.count);
      }
      slice.add(texel_at(texture, level, found.x, found.y, at.first_face + found.face), share);
    }
  }
  if (is_corner) {
    const int third = (missing + 1) / 3;
    for (std::size_t k = 0; k < static_cast<std::size_t>(slice.count); ++k) {
      slice.taps[k].weight += k == own ? missing - 2 * third : third;
    }
  }
}

}  // namespace

std::int64_t face_fixed_point(const Axis& axis, float coordinate) {
  const float x =
      std::fabs(coordinate) >= std::numeric_limits<float>::min() ? std::clamp(coordinate, -1.0F, 1.0F) : 0.0F;
  const std::int64_t half = std::int64_t{1} << (axis.shift - 1);
  const std::int64_t fixed = floor_to_integer(static_cast<double>(x) * static_cast<double>(half)) + half;
  return axis.mode == AddressMode::wrap || axis.mode == AddressMode::mirror ? fixed & axis.period_mask : fixed;
}

Gradients cube_gradients(const BoundTexture& texture, const kernels::TextureFetch& fetch) {
  Gradients gradients;
  const auto along = [&](const float(&change)[3]) {
    const CubeStep step =
        step_on_cube({fetch.x, fetch.y, fetch.z}, {fetch.x + change[0], fetch.y + change[1], fetch.z + change[2]});
    gradients.are_apart = gradients.are_apart || step.is_over_edge;
    const auto in_texels = [&](double distance) { return derivative_in_texels(distance / 2, texture.axes[0].extent); };
    const auto across = [&](std::size_t axis) {
      return short_sums(truncated(in_texels(step.along[axis])), truncated(in_texels(step.beyond[axis]))).sum;
    };
    return TexelVector{across(0), across(1), in_texels(step.through)};
  };
  gradients.dx = along(fetch.dx);
  gradients.dy = along(fetch.dy);
  return gradients;
}

FacePoint face_point(const BoundTexture& texture, const BoundLevel& level, const FacePosition& position, int layer) {
  const auto on_axis = [&](const Axis& axis, float coordinate) {
    const std::int64_t fixed = face_fixed_point(axis, coordinate);
    return texture.is_linear_filter ? unclamped_linear_position(axis, fixed) : fine_position(axis, fixed);
  };
  return {texture.slice_of_layer(layer), position.face, on_axis(level.axes[0], position.s),
          on_axis(level.axes[1], position.t)};
}

FacePoint face_point(const BoundTexture& texture, const BoundLevel& level, const kernels::TextureFetch& fetch) {
  return face_point(texture, level, face_position(fetch.x, fetch.y, fetch.z), fetch.layer);
}

void add_face_sample(Slice& slice, const BoundTexture& texture, const BoundLevel& level, const FacePoint& at,
                     int weight) {
  const Axis& columns = level.axes[0];
  const Axis& rows = level.axes[1];
  const std::int64_t face = at.first_face + at.face;
  if (texture.is_linear_filter && texture.is_seamless) {
    add_seamless(slice, texture, level, at, weight);
  } else if (texture.is_seamless) {
    // Without filtering, nothing is read across an edge.
    slice.add(texel_at(texture, level, std::clamp<std::int64_t>(at.x >> 8, 0, columns.extent - 1),
                       std::clamp<std::int64_t>(at.y >> 8, 0, rows.extent - 1), face),
              weight);
  } else {
    add_sample(slice, texture, level, at.x, at.y, face, weight);
  }
}

void add_cube_level(Footprint& footprint, const BoundTexture& texture, const BoundLevel& level, int level_weight,
                    const kernels::TextureFetch& fetch) {
  add_face_sample(footprint.add_slice(), texture, level, face_point(texture, level, fetch), level_weight);
}

}  // namespace texelscope::gpu::cpu::texture_unit
