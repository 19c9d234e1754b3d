#pragma once

#include "texelscope/kernels/host_texture.h"

#ifdef __SSE2__
namespace texelscope::gpu::cpu::texture_unit {

/// 2D linear fetches of float32x4 texels; results as fetch.h's.
kernels::Float4 fetch_linear_float4(const kernels::HostTexture& texture, float x, float y, float z);

}  // namespace texelscope::gpu::cpu::texture_unit
#endif
