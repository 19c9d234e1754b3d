#pragma once

#include <cstdint>

#include "gpu/cpu/texture_unit/footprint.h"
#include "gpu/cpu/texture_unit/gradient.h"

namespace texelscope::gpu::cpu::texture_unit {

/// The fixed-point form of (coordinate + 1) / 2 on an axis of a face: floor(coordinate · 2^(B − 1)) + 2^(B − 1) with
/// the coordinate held at ±1. NaN and denormals are 0.
[[nodiscard]] std::int64_t face_fixed_point(const Axis& axis, float coordinate);

/// The gradients of a fetch on the face that its direction meets: the differences to where direction + dx and direction
/// + dy meet the cube, measured along its surface.
[[nodiscard]] Gradients cube_gradients(const BoundTexture& texture, const kernels::TextureFetch& fetch);

/// Adds what a fetch reads of one level of a cube map, with the weight that the level has.
void add_cube_level(Footprint& footprint, const BoundTexture& texture, const BoundLevel& level, int level_weight,
                    const kernels::TextureFetch& fetch);

}  // namespace texelscope::gpu::cpu::texture_unit
