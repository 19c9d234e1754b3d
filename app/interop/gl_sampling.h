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

/// The GL texture with the texels of an array, level after level, sampled as `texture` specifies. `texels` must outlive
/// its use. @throws gpu::InvalidArgument for settings without an equivalent in GL: 32-bit integers, element reads of
/// other integers, coordinates that are not normalized, different address modes, layers.
[[nodiscard]] render::gl::SampledTexture gl_texture_like(const gpu::ArrayDescriptor& array, int num_levels,
                                                         const gpu::TextureDescriptor& texture,
                                                         std::span<const std::byte> texels);

/// The equivalent of sample_plane, or of schedule_plane with an operation that samples, as a full-screen pass of the
/// current GL context into 8-bit or 32-bit floating-point RGBA.
[[nodiscard]] render::gl::SamplingCoordinates gl_coordinates(const SamplingPlane& plane,
                                                             const kernels::TextureFetch& fetch = {});

/// A GL context that runs on the CPU, without a window, current on this thread.
struct SoftwareGl {
  std::optional<render::gl::EglContext> context;
  /// GL_RENDERER, or the reason why no such context exists.
  std::string text;
};

/// Opens the context; does not throw on a machine without one.
[[nodiscard]] SoftwareGl open_software_gl();

}  // namespace texelscope::app
