#pragma once

#include "gpu/cpu/texture_unit/explain_taps.h"

namespace texelscope::gpu::cpu::texture_unit {

/// What a sampling fetch would return if the texture unit calculated exactly: the coordinates as given instead of fixed
/// point, weights instead of 256ths, the level of detail from the footprint's true longer axis. Isotropic. Coordinates
/// and levels must be finite.
[[nodiscard]] std::array<double, 4> ideal_fetch(const BoundTexture& texture, const TextureDescriptor& descriptor,
                                                const TexelReading& reading, const kernels::TextureFetch& fetch);

}  // namespace texelscope::gpu::cpu::texture_unit
