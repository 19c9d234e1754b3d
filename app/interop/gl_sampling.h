#pragma once

#include <cstddef>
#include <span>

#include "app/texture/sample_plane.h"
#include "render/gl/sampling_pass.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/texture_descriptor.h"

namespace texelscope::app {

/// The GL texture with the texels of an array, sampled as `texture` says. `texels` must stay while it is used.
/// @throws gpu::InvalidArgument for what GL has no like of: 32-bit integers, element reads of others, coordinates that
/// are not normalised, different address modes.
[[nodiscard]] render::gl::SampledTexture gl_texture_like(const gpu::ArrayDescriptor& array,
                                                         const gpu::TextureDescriptor& texture,
                                                         std::span<const std::byte> texels);

/// What sample_plane does, as a full-screen pass of the current GL context into 8-bit or 32-bit floating-point RGBA.
[[nodiscard]] render::gl::SamplingCoordinates gl_coordinates(const SamplingPlane& plane);

}  // namespace texelscope::app
