#pragma once

#include <cstdint>

#include "gpu/cpu/texture_unit/cube_map.h"
#include "gpu/cpu/texture_unit/footprint.h"
#include "gpu/cpu/texture_unit/gradient.h"

namespace texelscope::gpu::cpu::texture_unit {

/// The fixed-point form of (coordinate + 1) / 2 on an axis of a face: floor(coordinate · 2^(B − 1)) + 2^(B − 1) with
/// the coordinate clamped to ±1. NaN and denormals are 0.
[[nodiscard]] std::int64_t face_fixed_point(const Axis& axis, float coordinate);

/// The gradients of a fetch on the face that its direction intersects: the differences to the intersections of
/// direction + dx and direction + dy, measured along the cube's surface.
[[nodiscard]] Gradients cube_gradients(const BoundTexture& texture, const kernels::TextureFetch& fetch);

/// A position on a face of a cube map, in a level, with 8 fraction bits: of the left texel for linear filters, of the
/// texel for point filters. It may be outside the face.
struct FacePoint {
  /// The first face of the layer.
  std::int64_t first_face = 0;
  int face = 0;
  std::int64_t x = 0;
  std::int64_t y = 0;
};

/// The position of a fetch, whose direction intersects the cube there.
[[nodiscard]] FacePoint face_point(const BoundTexture& texture, const BoundLevel& level, const FacePosition& position,
                                   int layer);
[[nodiscard]] FacePoint face_point(const BoundTexture& texture, const BoundLevel& level,
                                   const kernels::TextureFetch& fetch);

/// Adds the texels of one sample of a cube map, with weights that add up to `weight`.
void add_face_sample(Slice& slice, const BoundTexture& texture, const BoundLevel& level, const FacePoint& at,
                     int weight);

/// Adds the texels that a fetch reads in one level of a cube map, with the weight of the level.
void add_cube_level(Footprint& footprint, const BoundTexture& texture, const BoundLevel& level, int level_weight,
                    const kernels::TextureFetch& fetch);

}  // namespace texelscope::gpu::cpu::texture_unit
