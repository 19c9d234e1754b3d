#include "gpu/cpu/texture_unit/explain_taps.h"

#include <algorithm>
#include <cmath>

#include "gpu/cpu/texture_unit/cube_map.h"

namespace texelscope::gpu::cpu::texture_unit {
namespace {

using kernels::TextureFetch;
using kernels::TextureOperation;
using Channels = std::array<double, 4>;

/// A position along an axis: the texel at or to the left of it, and the weight of the next texel.
struct Position {
  std::int64_t texel;
  double fraction;
};

Position position_of(const Axis& axis, double texels, bool is_linear) {
  // For wrap and mirror, whole periods change nothing; in the other modes, far positions are clamped to near positions.
  const double period = static_cast<double>(axis.extent) * (axis.mode == AddressMode::mirror ? 2 : 1);
  const bool is_periodic = axis.mode == AddressMode::wrap || axis.mode == AddressMode::mirror;
  double place = is_periodic ? texels - std::floor(texels / period) * period
                             : std::clamp(texels, -2.0, static_cast<double>(axis.extent) + 2);
  if (!is_linear) {
    return {static_cast<std::int64_t>(std::floor(place)), 0};
  }
  place -= 0.5;
  const double left = std::floor(place);
  return {static_cast<std::int64_t>(left), place - left};
}

void add(Channels& sum, const BoundTexture& texture, const TexelReading& reading, const std::byte* texel,
         double weight) {
  for (int channel = 0; weight != 0 && channel < texture.num_channels; ++channel) {
    sum[static_cast<std::size_t>(channel)] += weight * channel_value(reading, texel, channel);
  }
}

void add_plain_level(Channels& sum, const BoundTexture& texture, const BoundLevel& level, const TexelReading& reading,
                     const TextureFetch& fetch, double weight) {
  const std::array<float, 3> coordinates{fetch.x, fetch.y, fetch.z};
  std::array<Position, 3> at{};
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(texture.rank); ++axis) {
    at[axis] = position_of(level.axes[axis],
                           static_cast<double>(coordinates[axis]) * static_cast<double>(level.axes[axis].multiplier),
                           texture.is_linear_filter);
  }
  const std::int64_t slice = texture.slice_of_layer(fetch.layer);
  for (int corner = 0; corner < 8; ++corner) {
    double share = weight;
    std::array<std::int64_t, 3> index{0, 0, slice};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const int step = corner >> axis & 1;
      share *= step != 0 ? at[axis].fraction : 1 - at[axis].fraction;
      if (axis < static_cast<std::size_t>(texture.rank)) {
        index[axis] = address(level.axes[axis], at[axis].texel + step);
      }
    }
    add(sum, texture, reading, texel_at(texture, level, index[0], index[1], index[2]), share);
  }
}

void add_cube_level(Channels& sum, const BoundTexture& texture, const BoundLevel& level, const TexelReading& reading,
                    const TextureFetch& fetch, double weight) {
  const FacePosition face = face_position(fetch.x, fetch.y, fetch.z);
  const Axis& axis = level.axes[0];
  const auto texels = [&](float coordinate) {
    return (static_cast<double>(coordinate) + 1) / 2 * static_cast<double>(axis.extent);
  };
  const Position s = position_of(level.axes[0], texels(face.s), texture.is_linear_filter);
  const Position t = position_of(level.axes[1], texels(face.t), texture.is_linear_filter);
  const std::int64_t first = texture.slice_of_layer(fetch.layer);
  double missing = 0;
  std::array<std::pair<const std::byte*, double>, 4> taps;
  std::size_t count = 0;
  for (int corner = 0; corner < 4; ++corner) {
    const std::int64_t x = s.texel + (corner & 1);
    const std::int64_t y = t.texel + (corner >> 1);
    const double share =
        weight * ((corner & 1) != 0 ? s.fraction : 1 - s.fraction) * ((corner >> 1) != 0 ? t.fraction : 1 - t.fraction);
    const bool is_beside = x < 0 || x >= axis.extent;
    const bool is_above = y < 0 || y >= axis.extent;
    if (!texture.is_seamless) {
      taps[count++] = {
          texel_at(texture, level, address(level.axes[0], x), address(level.axes[1], y), first + face.face), share};
    } else if (is_beside && is_above) {
      missing += share;
    } else {
      const FaceTexel at =
          is_beside || is_above ? across_edge(face.face, x, y, axis.extent) : FaceTexel{face.face, x, y};
      taps[count++] = {texel_at(texture, level, at.x, at.y, first + at.face), share};
    }
  }
  for (std::size_t k = 0; k < count; ++k) {
    add(sum, texture, reading, taps[k].first, taps[k].second + missing / static_cast<double>(count));
  }
}

/// The longer axis of the ellipse that a pixel covers: the larger singular value of the derivatives.
double longer_axis(const BoundTexture& texture, const TextureFetch& fetch) {
  double a = 0, b = 0, c = 0;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(texture.rank); ++axis) {
    const auto extent = static_cast<double>(texture.axes[axis].multiplier);
    const double dx = static_cast<double>(fetch.dx[axis]) * extent;
    const double dy = static_cast<double>(fetch.dy[axis]) * extent;
    a += dx * dx;
    b += dy * dy;
    c += dx * dy;
  }
  return std::sqrt((a + b + std::sqrt((a - b) * (a - b) + 4 * c * c)) / 2);
}

double ideal_level(const BoundTexture& texture, const TextureDescriptor& descriptor, const TextureFetch& fetch) {
  double level = -32;
  if (fetch.operation == TextureOperation::sample_level) {
    level = static_cast<double>(fetch.level);
  } else if (fetch.operation == TextureOperation::sample_gradients) {
    const double axis = longer_axis(texture, fetch);
    level = axis > 0 ? std::log2(axis) : -1024.0;
  }
  level += static_cast<double>(descriptor.mipmap_level_bias);
  level = std::max(std::min(level, static_cast<double>(descriptor.max_mipmap_level_clamp)),
                   static_cast<double>(descriptor.min_mipmap_level_clamp));
  return std::clamp(level, 0.0, static_cast<double>(texture.level_range.last));
}

}  // namespace

std::array<double, 4> ideal_fetch(const BoundTexture& texture, const TextureDescriptor& descriptor,
                                  const TexelReading& reading, const TextureFetch& fetch) {
  const double level = ideal_level(texture, descriptor, fetch);
  const double lower = texture.level_range.is_linear ? std::floor(level) : std::floor(level + 0.5);
  const double fraction = texture.level_range.is_linear ? level - lower : 0;
  Channels sum{};
  for (int k = 0; k < (fraction > 0 ? 2 : 1); ++k) {
    const BoundLevel& read = texture.level(static_cast<int>(lower) + k);
    const double weight = k == 0 ? 1 - fraction : fraction;
    if (texture.is_cube_map()) {
      add_cube_level(sum, texture, read, reading, fetch, weight);
    } else {
      add_plain_level(sum, texture, read, reading, fetch, weight);
    }
  }
  return sum;
}

}  // namespace texelscope::gpu::cpu::texture_unit
