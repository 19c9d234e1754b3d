#pragma once

#include "texelscope/kernels/host_texture.h"

namespace texelscope::gpu::cpu::texture_unit {

/// 2D fetches of uint8x4 texels read as normalised floats, the commonest ones; results as fetch.h's. With
/// `is_clamped` both axes are in clamp mode.
template <bool is_clamped>
kernels::Float4 fetch_linear_rgba8(const kernels::HostTexture& texture, float x, float y, float z);
template <bool is_clamped>
kernels::Float4 fetch_point_rgba8(const kernels::HostTexture& texture, float x, float y, float z);

}  // namespace texelscope::gpu::cpu::texture_unit
