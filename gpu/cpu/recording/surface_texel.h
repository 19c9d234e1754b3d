#pragma once

#include <cstddef>
#include <cstdint>

#include "texelscope/kernels/surface_access.h"

namespace texelscope::gpu::cpu {

/// The address of a surface access of 1, 2, 4, 8 or 16 bytes, by the rules that kernels use; null if the boundary mode
/// skips it. @throws kernels::HostTrap for an access that traps.
[[nodiscard]] std::byte* surface_texel(std::uint64_t surface, const kernels::SurfaceAccess& at, std::size_t size_bytes,
                                       kernels::BoundaryMode mode);

}  // namespace texelscope::gpu::cpu
