#include "gpu/cpu/texture_unit/cube_footprint.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gpu/cpu/texture_unit/cube_map.h"

namespace texelscope::gpu::cpu::texture_unit {
namespace {

/// A linear footprint where some taps may be on neighboring faces. There are only three texels around a corner of the
/// cube, so the weight of the missing texel is distributed among them: a rounded third to each texel of a neighboring
/// face, and the rest to the texel of the face itself.
void add_seamless(Slice& slice, const BoundTexture& texture, const BoundLevel& level, int level_weight,
                  std::int64_t first_face, int face, std::int64_t fx, std::int64_t fy) {
  const std::int64_t extent = level.axes[0].extent;
  const int a = static_cast<int>(fx & 255);
  const int b = static_cast<int>(fy & 255);
  const std::array<int, 4> weights = slice_weights(level_weight, a, b);
  // Around a corner, all three texels are read, even those whose weight is 0, so that an infinity in any of them
  // counts.
  const auto is_at_edge = [&](std::int64_t position) { return position < 0 || (position >> 8) + 1 >= extent; };
  const bool is_corner = is_at_edge(fx) && is_at_edge(fy);
  int missing = 0;
  std::size_t own = 0;
  for (int j = 0; j < 2; ++j) {
    for (int i = 0; i < 2; ++i) {
      const std::int64_t x = (fx >> 8) + i;
      const std::int64_t y = (fy >> 8) + j;
      const int weight = weights[static_cast<std::size_t>(2 * j + i)];
      const bool is_beside = x < 0 || x >= extent;
      const bool is_above = y < 0 || y >= extent;
      if (!is_corner && ((i == 1 && a == 0) || (j == 1 && b == 0))) {
        continue;
      }
      if (is_beside && is_above) {
        missing = weight;
        continue;
      }
      const FaceTexel at = is_beside || is_above ? across_edge(face, x, y, extent) : FaceTexel{face, x, y};
      if (!is_beside && !is_above) {
        own = static_cast<std::size_t>(slice.count);
      }
      slice.add(texel_at(texture, level, at.x, at.y, first_face + at.face), weight);
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
    return std::array<double, 3>{derivative_in_texels(step.along[0] / 2, texture.axes[0].extent),
                                 derivative_in_texels(step.along[1] / 2, texture.axes[1].extent), 0};
  };
  gradients.dx = along(fetch.dx);
  gradients.dy = along(fetch.dy);
  return gradients;
}

void add_cube_level(Footprint& footprint, const BoundTexture& texture, const BoundLevel& level, int level_weight,
                    const kernels::TextureFetch& fetch) {
  const FacePosition position = face_position(fetch.x, fetch.y, fetch.z);
  const Axis& columns = level.axes[0];
  const Axis& rows = level.axes[1];
  const std::int64_t s = face_fixed_point(columns, position.s);
  const std::int64_t t = face_fixed_point(rows, position.t);
  const std::int64_t first_face = texture.slice_of_layer(fetch.layer);
  Slice& slice = footprint.add_slice();
  if (!texture.is_linear_filter) {
    const std::int64_t x = point_position(columns, s);
    const std::int64_t y = point_position(rows, t);
    slice.add(texture.is_seamless
                  ? texel_at(texture, level, std::clamp<std::int64_t>(x, 0, columns.extent - 1),
                             std::clamp<std::int64_t>(y, 0, rows.extent - 1), first_face + position.face)
                  : texel_at(texture, level, address(columns, x), address(rows, y), first_face + position.face),
              level_weight);
    return;
  }
  const std::int64_t fx = linear_position(columns, s);
  const std::int64_t fy = linear_position(rows, t);
  if (texture.is_seamless) {
    add_seamless(slice, texture, level, level_weight, first_face, position.face, fx, fy);
    return;
  }
  const std::array<int, 4> weights =
      slice_weights(level_weight, static_cast<int>(fx & 255), static_cast<int>(fy & 255));
  for (int j = 0; j < ((fy & 255) != 0 ? 2 : 1); ++j) {
    for (int i = 0; i < ((fx & 255) != 0 ? 2 : 1); ++i) {
      slice.add(texel_at(texture, level, address(columns, (fx >> 8) + i), address(rows, (fy >> 8) + j),
                         first_face + position.face),
                weights[static_cast<std::size_t>(2 * j + i)]);
    }
  }
}

}  // namespace texelscope::gpu::cpu::texture_unit
