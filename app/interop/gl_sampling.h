#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "app/texture/sample_plane.h"
#include "render/gl/egl_context.h"
#include "render/gl/sampling_pass.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/texture_descriptor.h"

namespace texelscope::app {

/// The GL texture with the texels of an array, sampled as `texture` says. `texels` must stay while it is used.
/// @throws gpu::InvalidArgument for what GL has no like of: 32-bit integers, element reads of others, coordinates that
/// are not normalized, different address modes.
[[nodiscard]] render::gl::SampledTexture gl_texture_like(const gpu::ArrayDescriptor& array,
                                                         const gpu::TextureDescriptor& texture,
                                                         std::span<const std::byte> texels);

/// What sample_plane does, as a full-screen pass of the current GL context into 8-bit or 32-bit floating-point RGBA.
[[nodiscard]] render::gl::SamplingCoordinates gl_coordinates(const SamplingPlane& plane);

/// A GL context that runs on the CPU, without a window, current on this thread.
struct SoftwareGl {
  std::optional<render::gl::EglContext> context;
  /// GL_RENDERER, or why there is no such context.
  std::string text;
};

/// Opens it; never throws for a machine without.
[[nodiscard]] SoftwareGl open_software_gl();

}  // namespace texelscope::app
