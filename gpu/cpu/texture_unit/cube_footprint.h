#pragma once

#include "gpu/cpu/texture_unit/footprint.h"

namespace texelscope::gpu::cpu::texture_unit {

/// Adds what a fetch reads of one level of a cube map, with the weight that the level has.
void add_cube_level(Footprint& footprint, const BoundTexture& texture, const BoundLevel& level, int level_weight,
                    const kernels::TextureFetch& fetch);

}  // namespace texelscope::gpu::cpu::texture_unit
