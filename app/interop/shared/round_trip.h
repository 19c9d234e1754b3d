#pragma once

#include <cstdint>

#include "texelscope/gpu/kernel.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/surface_object.h"

namespace texelscope::app {

/// A pattern that a reordered or missing copy cannot produce by chance: texel (x, y) of pattern `seed`.
[[nodiscard]] std::uint32_t pattern_texel(std::uint32_t seed, int x, int y);

/// Schedules a kernel that writes the pattern to a surface of 8-bit RGBA.
void write_pattern(const gpu::SurfaceObject& surface, std::uint32_t seed, const gpu::Stream& stream);

/// The attributes of that kernel. @throws like gpu::Kernel::from_symbol().
[[nodiscard]] gpu::KernelAttributes pattern_kernel_attributes(const gpu::Device& device);

/// Uploads the pattern to an array, lets a kernel read it through a texture and write it to a surface, copies that back
/// and counts the texels that differ from the host's. @throws gpu::Error.
[[nodiscard]] std::uint64_t count_compute_differences(const gpu::Stream& stream);

}  // namespace texelscope::app
