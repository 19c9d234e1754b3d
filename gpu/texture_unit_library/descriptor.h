#pragma once

#include <vector>

#include "gpu/cpu/texture_unit/make_texture.h"
#include "gpu/texture_unit_library/include/texelscope_texture_unit.h"
#include "texelscope/gpu/fetch_explanation.h"

namespace texelscope::gpu::texture_unit_library {

/// The array and the settings that a descriptor of the C library names, without texels, and checked by the rules of
/// CUDA devices. `num_levels` receives the number of levels.
/// @throws InvalidArgument for numbers out of range, and combinations that the texture unit does not support.
[[nodiscard]] ExplainedTexture texture_from(const texelscope_texture_descriptor& descriptor, unsigned& num_levels);

/// The levels as the texture unit reads them, in the caller's memory.
/// @throws InvalidArgument for a level with fewer bytes than it needs, or a pitch below the size of a row or a slice.
[[nodiscard]] cpu::TexelView view_of(const ExplainedTexture& texture, const texelscope_level* levels,
                                     unsigned num_levels);

}  // namespace texelscope::gpu::texture_unit_library
