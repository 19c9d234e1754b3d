#pragma once

#include "gpu/cpu/texture_unit/bound_texture.h"
#include "texelscope/gpu/fetch_explanation.h"

namespace texelscope::gpu::cpu::texture_unit {

/// How the fetch's coordinates become texels in one level of the texture.
[[nodiscard]] std::vector<CoordinateExplanation> explain_coordinates(const BoundTexture& texture,
                                                                     const BoundLevel& level,
                                                                     const kernels::TextureFetch& fetch);

/// "x: 0.3 → 629145 / 2^21, × 16 = 4.79999 texels; − ½ → texel 4, its right neighbour weighs 77/256".
[[nodiscard]] std::string coordinate_text(const CoordinateExplanation& coordinate, bool is_normalized, bool is_linear);

/// What addressing makes of the texels of a coordinate: "texel −1 → 15 (wrap), 0"; empty where nothing changes.
[[nodiscard]] std::string address_text(const CoordinateExplanation& coordinate, const Axis& axis, bool is_linear);

}  // namespace texelscope::gpu::cpu::texture_unit
